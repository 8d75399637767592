import type { Prisma } from '../../generated/prisma/client';
import { newId } from '../../platform/ids';
import type { Actor } from '../access/actor';

export interface AuditEntry {
  workspaceId: string | null;
  /** `noun.verb` in the past tense, for example `api_key.created`. */
  action: string;
  /** Id or name of the changed object. */
  target: string;
  detail?: Record<string, string | number | boolean | null | string[]>;
}

/** Records a change and its actor in the transaction of the change. Never put a secret into `detail`. */
export async function recordAudit(
  tx: Prisma.TransactionClient,
  actor: Pick<Actor, 'userId' | 'keyId'>,
  { workspaceId, action, target, detail = {} }: AuditEntry,
): Promise<void> {
  const { userId, keyId } = actor;
  const by = keyId === undefined ? {} : { byApiKey: keyId };
  const kind = keyId === undefined ? 'user' : 'apiKey';
  await tx.auditEvent.create({
    data: { id: newId(), workspaceId, actor: kind, userId, action, target, detail: { ...detail, ...by } },
  });
}

import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { type Actor, requireRole, type Scope } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { hashApiKey, newApiKeySecret } from '../access/key-format';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../limits/quotas';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';

export interface CreateApiKey {
  name: string;
  scopes: readonly Scope[];
  workspaceIds: readonly string[];
  /** ISO 8601; null: it does not expire. */
  expiresAt: string | null;
}

/**
 * `secret` is the key itself; it can't be read again. @throws AppError forbidden for a workspace that isn't
 * the actor's
 */
export async function createApiKey(actor: Actor, input: CreateApiKey) {
  for (const workspaceId of input.workspaceIds) requireRole(actor, workspaceId, 'reader');
  if (input.expiresAt !== null && Date.parse(input.expiresAt) <= Date.now()) throw alreadyExpired();
  return changeAccess(async (tx) => {
    await requireRoomFor(tx, 'apiKeys', actor.userId);
    return insertApiKey(tx, actor.userId, input);
  });
}

/** The rows of a new key and of its audit, in the caller's transaction. */
export async function insertApiKey(tx: Prisma.TransactionClient, userId: string, input: CreateApiKey) {
  const { name, expiresAt } = input;
  const secret = newApiKeySecret();
  const workspaceIds = [...new Set(input.workspaceIds)];
  const scopes = [...new Set(input.scopes)];
  const row = await tx.apiKey.create({
    data: {
      id: newId(),
      userId,
      name,
      hash: new Uint8Array(hashApiKey(secret)),
      lastFour: secret.slice(-4),
      scopes,
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      workspaces: { create: workspaceIds.map((workspaceId) => ({ workspaceId })) },
    },
    include: WITH_WORKSPACES,
  });
  const audit = { action: 'api_key.created', target: row.id, detail: { name, scopes } };
  for (const workspaceId of workspaceIds) await recordAudit(tx, { userId }, { workspaceId, ...audit });
  return { data: apiKeyOf(row), secret };
}

function alreadyExpired(): AppError {
  const message = 'Choose a time in the future.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'expiresAt', code: 'param_invalid', message }],
  });
}

import { seal } from '../../platform/encryption/encryption';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../limits/quotas';
import { changeVariables } from './change-variables';
import type { Variable } from './schema';
import { sealingContext } from './sealing-context';

export interface SetVariable {
  workspaceId: string;
  name: string;
  value: string;
  /** Unless given it stays what it was; a new one is a secret. */
  plain?: boolean | undefined;
}

/** Creates the variable or replaces its value; runs that start from now on see it. */
export async function setVariable(actor: Actor, { workspaceId, name, value, plain }: SetVariable) {
  requireRole(actor, workspaceId, 'writer');
  const ciphertext = new Uint8Array(seal(value, sealingContext(workspaceId, name)));
  const saved = await changeVariables(workspaceId, async (tx) => {
    const where = { workspaceId_name: { workspaceId, name } };
    if ((await tx.variable.count({ where: { workspaceId, name } })) === 0)
      await requireRoomFor(tx, 'variables', workspaceId);
    const row = await tx.variable.upsert({
      where,
      create: { workspaceId, name, ciphertext, plain: plain ?? false },
      update: { ciphertext, ...(plain === undefined ? {} : { plain }) },
    });
    await recordAudit(tx, actor, { workspaceId, action: 'variable.set', target: name });
    return row;
  });
  const data: Variable = {
    ...{ name, builtIn: false, plain: saved.plain, value: saved.plain ? value : null },
    updatedAt: saved.updatedAt.toISOString(),
  };
  return { data };
}

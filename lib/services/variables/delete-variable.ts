import { AppError } from '../../platform/errors';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { changeVariables } from './change-variables';
import { VariableName } from './schema';

export async function deleteVariable(
  actor: Actor,
  { workspaceId, name }: { workspaceId: string; name: string },
): Promise<void> {
  requireRole(actor, workspaceId, 'writer');
  await changeVariables(workspaceId, async (tx) => {
    const known = VariableName.safeParse(name).success;
    const { count } = known ? await tx.variable.deleteMany({ where: { workspaceId, name } }) : { count: 0 };
    if (count === 0) throw new AppError('not_found', 'Variable not found.');
    await recordAudit(tx, actor, { workspaceId, action: 'variable.deleted', target: name });
  });
}

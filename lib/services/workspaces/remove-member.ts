import { AppError } from '../../platform/errors';
import { type Actor, requireRole } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { recordAudit } from '../audit/record-audit';
import { findMember } from './member-row';

/** Admins remove anybody but the owner; everybody else may leave. Their API keys lose the workspace too. */
export async function removeMember(
  actor: Actor,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<void> {
  requireRole(actor, workspaceId, userId === actor.userId ? 'reader' : 'admin');
  const member = await findMember(workspaceId, userId);
  if (member.isOwner)
    throw new AppError('conflict', 'The owner can’t leave the workspace; delete the workspace instead.');
  await changeAccess(async (tx) => {
    await tx.membership.deleteMany({ where: { workspaceId, userId } });
    // Or the keys would come back to life with a later invitation.
    await tx.apiKeyWorkspace.deleteMany({ where: { workspaceId, key: { userId } } });
    const detail = { email: member.email, role: member.role };
    await recordAudit(tx, actor, { workspaceId, action: 'member.removed', target: userId, detail });
  });
}

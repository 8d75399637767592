import { AppError } from '../../platform/errors';
import { type Actor, type Role, requireRole } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { recordAudit } from '../audit/record-audit';
import { findMember } from './member-row';

export interface ChangeMemberRole {
  workspaceId: string;
  userId: string;
  role: Role;
}

/** The owner stays an admin, so a workspace always has one. @throws AppError conflict, not_found */
export async function changeMemberRole(actor: Actor, { workspaceId, userId, role }: ChangeMemberRole) {
  requireRole(actor, workspaceId, 'admin');
  const member = await findMember(workspaceId, userId);
  if (member.isOwner && role !== 'admin')
    throw new AppError('conflict', 'The owner of a workspace is always an admin of it.');
  await changeAccess(async (tx) => {
    await tx.membership.updateMany({ where: { workspaceId, userId }, data: { role } });
    const detail = { from: member.role, to: role };
    await recordAudit(tx, actor, { workspaceId, action: 'member.role_changed', target: userId, detail });
  });
  return { data: { ...member, role } };
}

import { AppError } from '../../platform/errors';
import type { Actor, Role } from '../access/actor';
import { requireScopesOfRole } from '../access/require-scope';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { findMember } from './member-row';

export interface ChangeMemberRole {
  workspaceId: string;
  userId: string;
  role: Role;
}

/** Changes a role; the owner stays an admin, so there always is one. @throws AppError conflict, not_found */
export const changeMemberRole = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: 'member.role_changed',
  transaction: accessTransaction,
  async run(actor: Actor, { workspaceId, userId, role }: ChangeMemberRole, change) {
    requireScopesOfRole(actor, role);
    const member = await findMember(workspaceId, userId);
    if (member.isOwner && role !== 'admin')
      throw new AppError('conflict', 'The owner of a workspace is always an admin of it.');
    await change({ workspaceId }, async (tx) => {
      await tx.membership.updateMany({ where: { workspaceId, userId }, data: { role } });
      const detail = { from: member.role, to: role };
      return { result: undefined, audit: { target: userId, detail } };
    });
    return { data: { ...member, role } };
  },
});

import { AppError } from '../../platform/errors';
import { type Actor, requireRole } from '../access/actor';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { findMember } from './member-row';

/**
 * Removes a member: admins anybody but the owner, others themselves. Their API keys lose access too; those of a
 * service account are revoked.
 */
export const removeMember = defineVerb({
  role: { none: 'Admins remove others, and everybody may leave.' },
  quota: { none: 'It makes room.' },
  audit: 'member.removed',
  transaction: accessTransaction,
  async run(
    actor: Actor,
    { workspaceId, userId }: { workspaceId: string; userId: string },
    change,
  ): Promise<undefined> {
    requireRole(actor, workspaceId, userId === actor.userId ? 'reader' : 'admin');
    const member = await findMember(workspaceId, userId);
    if (member.isOwner)
      throw new AppError('conflict', 'The owner can’t leave the workspace; delete the workspace instead.');
    await change({ workspaceId }, async (tx) => {
      await tx.membership.deleteMany({ where: { workspaceId, userId } });
      // Otherwise a later invitation would reactivate the keys.
      await tx.apiKeyWorkspace.deleteMany({ where: { workspaceId, key: { userId } } });
      if (member.kind === 'service')
        await tx.apiKey.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: new Date() } });
      const named: Record<string, string> =
        member.kind === 'service' ? { name: member.name } : { email: member.email };
      const detail = { ...named, role: member.role };
      return { result: undefined, audit: { target: userId, detail } };
    });
  },
});

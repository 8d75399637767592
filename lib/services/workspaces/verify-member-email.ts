import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { markProven } from '../accounts/verify-email';
import { installationOwner } from '../limits/installation-owner';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findMember } from './member-row';
import type { Member } from './schema';

/**
 * Verifies a member's e-mail on the word of the installation's owner. @throws AppError not_found, conflict,
 * forbidden for everybody else
 */
export const verifyMemberEmail = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: { actions: ['member.email_verified'], unless: 'it was verified already' },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { workspaceId, userId }: { workspaceId: string; userId: string },
    change,
  ): Promise<{ data: Member }> {
    const member = await findMember(workspaceId, userId);
    if (member.kind === 'service')
      throw new AppError('conflict', 'A service account has no e-mail address of its own.');
    await change({ workspaceId }, async (tx) => {
      const first = await installationOwner(tx);
      if (first.userId !== actor.userId)
        throw new AppError(
          'forbidden',
          `E-mail addresses are verified by ${first.name}, whose account is this installation’s first.`,
        );
      const isNew = await markProven(tx, userId, 'operator');
      const detail = { email: member.email };
      return { result: undefined, audit: isNew ? { target: userId, detail } : null };
    });
    return { data: { ...member, emailVerified: true } };
  },
});

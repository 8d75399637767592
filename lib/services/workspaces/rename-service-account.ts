import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findMember } from './member-row';
import type { Member } from './schema';

export interface RenameServiceAccount {
  workspaceId: string;
  userId: string;
  name: string;
}

/** People name themselves. @throws AppError not_found, also for a person */
export const renameServiceAccount = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: { actions: ['member.service_account_renamed'], unless: 'it has that name already' },
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, userId, name }: RenameServiceAccount,
    change,
  ): Promise<{ data: Member }> {
    const member = await findMember(workspaceId, userId);
    if (member.kind !== 'service') throw new AppError('not_found', 'Service account not found.');
    await change({ workspaceId }, async (tx) => {
      await tx.user.update({ where: { id: userId }, data: { name } });
      const audit = { target: userId, detail: { name, formerName: member.name } };
      return { result: undefined, audit: member.name === name ? null : audit };
    });
    return { data: { ...member, name } };
  },
});

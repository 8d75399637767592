import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';

export const revokeInvitation = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: 'invitation.revoked',
  transaction: plainTransaction,
  async run(_: Actor, { workspaceId, id }: { workspaceId: string; id: string }, change): Promise<undefined> {
    await change({ workspaceId }, async (tx) => {
      const where = { id, workspaceId, acceptedAt: null };
      const found = isId(id) ? await tx.invitation.findFirst({ where }) : null;
      const { count } = found === null ? { count: 0 } : await tx.invitation.deleteMany({ where });
      if (found === null || count === 0) throw new AppError('not_found', 'Invitation not found.');
      return { result: undefined, audit: { target: id, detail: { email: found.email } } };
    });
  },
});

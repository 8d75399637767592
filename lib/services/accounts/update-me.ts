import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { getMe } from './get-me';
import type { Me } from './schema';

export const updateMe = defineVerb({
  role: { none: 'An account is its person’s.' },
  quota: { none: 'It adds none.' },
  audit: 'user.renamed',
  transaction: plainTransaction,
  async run(actor: Actor, { name }: { name: string }, change): Promise<Me> {
    const { userId: id } = actor;
    await change({ workspaceId: null }, async (tx) => {
      await tx.user.update({ where: { id }, data: { name } });
      return { result: undefined, audit: { target: id, detail: { name } } };
    });
    return getMe(actor);
  },
});

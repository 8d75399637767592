import { isId } from '../../platform/ids';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';

/** Marks the actor's own mention as seen, or as new again. One that is gone changes nothing. */
export const seeMention = defineVerb({
  role: { none: 'Everybody marks their own.' },
  quota: { none: 'It adds none.' },
  audit: { none: 'It concerns only the person who was named.' },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { commentId, seen }: { commentId: string; seen: boolean },
    change,
  ): Promise<undefined> {
    if (!isId(commentId)) return;
    await change({ workspaceId: null }, async (tx) => {
      await tx.commentMention.updateMany({
        where: { commentId, userId: actor.userId },
        data: { seenAt: seen ? new Date() : null },
      });
      return { result: undefined, audit: null };
    });
  },
});

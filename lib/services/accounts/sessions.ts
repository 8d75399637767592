import type { Prisma } from '../../generated/prisma/client';
import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { clearedSessionCookie, SESSION_MAX_AGE_S, type SessionToken } from '../access/session-cookie';
import { accessTransaction, defineVerb } from '../verbs/define-verb';

/** Ends one sign-in: its cookie is refused from now on, as are copies of it. */
export async function endSession({ userId, sessionId }: SessionToken): Promise<void> {
  const nowMs = Date.now();
  await changeAccess(async (tx) => {
    await tx.endedSession.deleteMany({ where: { userId, forgetAt: { lt: new Date(nowMs) } } });
    // No copy of the token can have been renewed for longer than this.
    const forgetAt = new Date(nowMs + SESSION_MAX_AGE_S * 1000);
    await tx.endedSession.createMany({ data: { id: sessionId, userId, forgetAt }, skipDuplicates: true });
  });
}

/**
 * Ends every session of a person, in the caller's transaction of `changeAccess`. @returns the epoch of
 * future sessions
 */
export async function endAllSessions(tx: Prisma.TransactionClient, userId: string): Promise<number> {
  await tx.endedSession.deleteMany({ where: { userId } }); // the new epoch invalidates them
  const data = { sessionEpoch: { increment: 1 } };
  return (await tx.user.update({ where: { id: userId }, data })).sessionEpoch;
}

/** Signs out everywhere, including this browser. @returns a `Set-Cookie` value that removes the cookie */
export const signOutEverywhere = defineVerb({
  role: { none: 'An account is its person’s.' },
  quota: { none: 'It adds none.' },
  audit: 'user.signed_out_everywhere',
  transaction: accessTransaction,
  async run({ userId }: Actor, _: undefined, change): Promise<string> {
    await change({ workspaceId: null }, async (tx) => {
      await endAllSessions(tx, userId);
      return { result: undefined, audit: { target: userId } };
    });
    return clearedSessionCookie();
  },
});

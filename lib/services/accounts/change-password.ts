import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { sessionCookie } from '../access/session-cookie';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { hashNewPassword } from './hash-new-password';
import { verifyPassword } from './password';
import { endAllSessions } from './sessions';
import { requireOwnAttempt } from './sign-in-attempts';

export interface ChangePassword {
  /** Required if the person has a password. */
  currentPassword?: string | undefined;
  newPassword: string;
}

/**
 * Ends every session of the person. @returns a `Set-Cookie` value that keeps this one @throws AppError
 * invalid_request
 */
export const changePassword = defineVerb({
  role: { none: 'An account is its person’s.' },
  quota: { none: 'It adds none.' },
  audit: 'user.password_changed',
  transaction: accessTransaction,
  async run(actor: Actor, { currentPassword, newPassword }: ChangePassword, change): Promise<string> {
    const user = await prisma().user.findUniqueOrThrow({ where: { id: actor.userId } });
    if (user.passwordHash !== null) {
      const attempt = await requireOwnAttempt(user.id);
      if (!(await verifyPassword(currentPassword ?? '', user.passwordHash))) throw wrongPassword();
      await attempt.succeeded();
    }
    const passwordHash = await hashNewPassword(newPassword, user.email, 'newPassword');
    const { id, name, email } = user;
    const sessionEpoch = await change({ workspaceId: null }, async (tx) => {
      await tx.user.update({ where: { id }, data: { passwordHash } });
      await tx.passwordReset.deleteMany({ where: { userId: id } });
      return { result: await endAllSessions(tx, id), audit: { target: id } };
    });
    return sessionCookie({ userId: id, sessionEpoch }, { name, email });
  },
});

function wrongPassword(): AppError {
  const message = 'That is not your current password.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'currentPassword', code: 'param_invalid', message }],
  });
}

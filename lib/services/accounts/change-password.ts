import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { sessionCookie } from '../access/session-cookie';
import { recordAudit } from '../audit/record-audit';
import { hashNewPassword } from './hash-new-password';
import { verifyPassword } from './password';
import { endAllSessions } from './sessions';
import { requireOwnAttempt } from './sign-in-attempts';

export interface ChangePassword {
  /** Needed when there is one. */
  currentPassword?: string;
  newPassword: string;
}

/**
 * Ends every session of the person. @returns a `Set-Cookie` value that keeps this one @throws AppError
 * invalid_request
 */
export async function changePassword(
  actor: Actor,
  { currentPassword, newPassword }: ChangePassword,
): Promise<string> {
  const user = await prisma().user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (user.passwordHash !== null) {
    const attempt = await requireOwnAttempt(user.id);
    if (!(await verifyPassword(currentPassword ?? '', user.passwordHash))) throw wrongPassword();
    await attempt.succeeded();
  }
  const passwordHash = await hashNewPassword(newPassword, user.email, 'newPassword');
  const { id, name, email } = user;
  const sessionEpoch = await changeAccess(async (tx) => {
    const audit = { workspaceId: null, action: 'user.password_changed', target: id };
    await recordAudit(tx, actor, audit);
    await tx.user.update({ where: { id }, data: { passwordHash } });
    await tx.passwordReset.deleteMany({ where: { userId: id } });
    return endAllSessions(tx, id);
  });
  return sessionCookie({ userId: id, sessionEpoch }, { name, email });
}

function wrongPassword(): AppError {
  const message = 'That is not your current password.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'currentPassword', code: 'param_invalid', message }],
  });
}

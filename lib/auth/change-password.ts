import { recordAudit } from '../audit/record-audit';
import { prisma } from '../db';
import { AppError } from '../errors';
import type { Actor } from './actor';
import { changeAccess } from './change-access';
import { hashPassword, verifyPassword } from './password';
import { sessionCookie } from './session-cookie';
import { requireAttempt } from './sign-in-attempts';

export interface ChangePassword {
  /** Needed when there is one. */
  currentPassword?: string;
  newPassword: string;
}

/** Ends every session of the person. @returns a `Set-Cookie` value that keeps this one @throws AppError invalid_request */
export async function changePassword(
  actor: Actor,
  { currentPassword, newPassword }: ChangePassword,
  address: string,
): Promise<string> {
  const user = await prisma().user.findUniqueOrThrow({ where: { id: actor.userId } });
  if (user.passwordHash !== null) {
    const attempt = requireAttempt(user.email, address);
    if (!(await verifyPassword(currentPassword ?? '', user.passwordHash))) throw wrongPassword();
    attempt.succeeded();
  }
  const passwordHash = await hashPassword(newPassword);
  const { id, name, email } = user;
  const { sessionEpoch } = await changeAccess(async (tx) => {
    const audit = { workspaceId: null, action: 'user.password_changed', target: id };
    await recordAudit(tx, actor, audit);
    return tx.user.update({ where: { id }, data: { passwordHash, sessionEpoch: { increment: 1 } } });
  });
  return sessionCookie({ userId: id, sessionEpoch }, { name, email });
}

function wrongPassword(): AppError {
  const message = 'That is not your current password.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'currentPassword', code: 'param_invalid', message }],
  });
}

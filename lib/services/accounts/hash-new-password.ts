import { AppError } from '../../platform/errors';
import { hashPassword } from './password';
import { repeatsEmail } from './password-strength';

/**
 * Hashes a password that a person chooses; the schema `Password` has already validated it alone.
 * @param param the body's field, for the message @throws AppError invalid_request, unavailable
 */
export async function hashNewPassword(password: string, email: string, param = 'password'): Promise<string> {
  if (!repeatsEmail(password, email)) return hashPassword(password);
  const message = 'Your e-mail address is not a safe password. Use a phrase that nobody would guess.';
  throw new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
}

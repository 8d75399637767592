import { AppError } from '../platform/errors';
import type { SignInProvider } from '../services/accounts/schema';
import { configuredProviders } from '../services/accounts/sign-in-providers';

/** The prefix of next-auth's routes; everything else under `/api` is handled before Next. */
export const AUTH_PREFIX = '/api/auth/';

type Route = [path: string, methods: readonly string[]];

/**
 * Returns the next-auth routes that our pages and the providers use, by path below `/api/auth/`. next-auth
 * has more: `_log` prints whatever anybody sends, `signout` and `verify-request` have pages of their own.
 */
function allowedRoutes(providers: readonly SignInProvider[]): Map<string, readonly string[]> {
  return new Map<string, readonly string[]>([
    ...['csrf', 'providers', 'session', 'error', 'signin'].map((name): Route => [name, ['GET']]),
    ['signout', ['POST']],
    ['callback/credentials', ['POST']],
    ...providers.flatMap((name): Route[] => [
      [`signin/${name}`, ['GET', 'POST']],
      [`callback/${name}`, ['GET']],
    ]),
  ]);
}

let allowed: Map<string, readonly string[]> | undefined;

/**
 * Refuses other routes of next-auth. The path is compared unchanged: an escaped spelling of it (`%5Flog`)
 * is another path.
 *
 * @throws AppError not_found, method_not_allowed, invalid_request
 */
export function assertAuthRoute(method: string, url: string): void {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  allowed ??= allowedRoutes(configuredProviders());
  const methods = allowed.get(path.slice(AUTH_PREFIX.length));
  if (methods === undefined) throw new AppError('not_found', `Nothing found at ${path.slice(0, 200)}.`);
  if (!methods.includes(method))
    throw new AppError('method_not_allowed', `${method} is not allowed here. Use ${methods.join(' or ')}.`, {
      headers: { allow: methods.join(', ') },
    });
  // next-auth puts the code into a header unchanged; its own codes are words.
  const code =
    path === `${AUTH_PREFIX}error` ? new URLSearchParams(url.slice(path.length)).get('error') : null;
  if (code !== null && !/^\w{1,64}$/.test(code))
    throw new AppError('invalid_request', 'Error not found.', {
      issues: [{ param: 'error', code: 'error_invalid', message: 'At most 64 letters, digits and _.' }],
    });
}

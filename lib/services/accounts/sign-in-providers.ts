import { env } from '../../platform/env';
import type { SignInProvider } from './schema';

/** Returns the providers the operator has configured, in addition to e-mail and password. */
export function configuredProviders(): SignInProvider[] {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  const found: SignInProvider[] = [];
  if (GITHUB_CLIENT_ID !== undefined && GITHUB_CLIENT_SECRET !== undefined) found.push('github');
  if (GOOGLE_CLIENT_ID !== undefined && GOOGLE_CLIENT_SECRET !== undefined) found.push('google');
  return found;
}

import { AppError } from '../../platform/errors';
import { processSingleton } from '../../platform/process-singleton';
import { createTokenBuckets } from '../access/token-buckets';

/** For typing errors in a form; a link's holder must not keep the server hashing. */
const ATTEMPTS = { burst: 10, perMinute: 10 };

const attempts = () => processSingleton('link-attempts', () => createTokenBuckets(ATTEMPTS));

/** Counts a password given with a one-time link (invitation, reset). @throws AppError rate_limited */
export function requireLinkAttempt(token: string): void {
  if (attempts().take(token)) return;
  throw new AppError('rate_limited', 'Too many attempts with this link. Wait a minute, then try again.', {
    headers: { 'retry-after': '60' },
  });
}

import { countAttempt } from '../access/attempts';

/** Allows for typing errors in a form; a link's holder must not keep the server hashing. */
const ALLOWANCE = { burst: 10, perMinute: 10 };

/** Counts a password given with a one-time link (invitation, reset). @throws AppError rate_limited */
export const requireLinkAttempt = (token: string): Promise<void> =>
  countAttempt([{ kind: 'link', name: token, allowance: ALLOWANCE }]);

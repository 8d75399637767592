import { AppError } from '../errors';
import { processSingleton } from '../process-singleton';
import { createTokenBuckets, type TokenBuckets } from './token-buckets';

/** Failed attempts at once, then per minute. The pair is strict; an e-mail alone is not, or anybody could lock its owner out. */
const LIMITS = {
  pair: { burst: 8, perMinute: 1 },
  address: { burst: 40, perMinute: 4 },
  email: { burst: 100, perMinute: 10 },
} as const;

export interface SignInAttempt {
  /** A right password: the pair starts afresh. */
  succeeded(): void;
}

const buckets = (): Record<keyof typeof LIMITS, TokenBuckets> =>
  processSingleton('sign-in-attempts', () => ({
    pair: createTokenBuckets(LIMITS.pair),
    address: createTokenBuckets(LIMITS.address),
    email: createTokenBuckets(LIMITS.email),
  }));

/** Counts an attempt to give this person's password. In this process only. @throws AppError rate_limited */
export function requireAttempt(email: string, address: string): SignInAttempt {
  const { pair, address: byAddress, email: byEmail } = buckets();
  const name = `${email} ${address}`;
  // All three count, also when one of them has refused already.
  const allowed = [pair.take(name), byAddress.take(address), byEmail.take(email)];
  if (allowed.includes(false))
    throw new AppError('rate_limited', 'Too many attempts. Wait a minute, then try again.', {
      headers: { 'retry-after': '60' },
    });
  return {
    succeeded: () => {
      pair.forget(name);
      byAddress.giveBack(address);
      byEmail.giveBack(email);
    },
  };
}

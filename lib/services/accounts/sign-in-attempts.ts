import { addressBucket } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import { processSingleton } from '../../platform/process-singleton';
import { createTokenBuckets, type TokenBuckets } from '../access/token-buckets';

/**
 * Failed attempts at once, then per minute. The pair is strict; an e-mail alone is not, or anybody could lock
 * its owner out.
 */
const LIMITS = {
  pair: { burst: 8, perMinute: 1 },
  address: { burst: 40, perMinute: 4 },
  email: { burst: 100, perMinute: 10 },
  own: { burst: 8, perMinute: 1 },
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
    own: createTokenBuckets(LIMITS.own),
  }));

/** Counts an attempt to give this person's password. In this process only. @throws AppError rate_limited */
export function requireAttempt(email: string, address: string): SignInAttempt {
  const { pair, address: byAddress, email: byEmail } = buckets();
  const place = addressBucket(address);
  const name = `${email} ${place}`;
  // All three count, also when one of them has refused already.
  const allowed = [pair.take(name), byAddress.take(place), byEmail.take(email)];
  if (allowed.includes(false)) throw tooMany();
  return {
    succeeded: () => {
      pair.forget(name);
      byAddress.giveBack(place);
      byEmail.giveBack(email);
    },
  };
}

/**
 * The same for somebody signed in, who gives their password again: by account alone, so that what others do
 * behind the same address, or with the account's e-mail, doesn't shut them out.
 */
export function requireOwnAttempt(userId: string): SignInAttempt {
  const { own } = buckets();
  if (!own.take(userId)) throw tooMany();
  return { succeeded: () => own.forget(userId) };
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Too many attempts. Wait a minute, then try again.', {
    headers: { 'retry-after': '60' },
  });
}

import { addressBucket } from '../../platform/addresses/client-address';
import { type Attempts, countAttempt, forgetAttempts, giveBackAttempt } from '../access/attempts';

/**
 * Failed attempts: a burst, then a rate per minute. The limit of the pair is strict; that of an e-mail
 * alone is not, because anybody could lock its owner out.
 */
const LIMITS = {
  pair: { burst: 8, perMinute: 1 },
  address: { burst: 40, perMinute: 4 },
  email: { burst: 100, perMinute: 10 },
  own: { burst: 8, perMinute: 1 },
} as const;

export interface SignInAttempt {
  /** Resets the pair after a correct password. */
  succeeded(): Promise<void>;
}

/** Counts an attempt to give this person's password, over all processes. @throws AppError rate_limited */
export async function requireAttempt(email: string, address: string): Promise<SignInAttempt> {
  const place = addressBucket(address);
  const pair = attempts('pair', `${email} ${place}`);
  const single = [attempts('address', place), attempts('email', email)];
  // All three count, even if one of them has already refused.
  await countAttempt([pair, ...single]);
  return {
    succeeded: async () => void (await Promise.all([forgetAttempts(pair), giveBackAttempt(single)])),
  };
}

/**
 * Does the same for a signed-in person who enters their password again. It counts by account alone, so that
 * other people behind the same address, or with the account's e-mail, can't shut them out.
 */
export async function requireOwnAttempt(userId: string): Promise<SignInAttempt> {
  const own = attempts('own', userId);
  await countAttempt([own]);
  return { succeeded: () => forgetAttempts(own) };
}

const attempts = (kind: keyof typeof LIMITS, name: string): Attempts => ({
  kind: `sign-in ${kind}`,
  name,
  allowance: LIMITS[kind],
});

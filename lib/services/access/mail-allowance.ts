import { AppError, isAppError } from '../../platform/errors';
import { type Allowance, countAttempt } from './attempts';

/** E-mail to people who have not agreed to any: five a day to an address, whoever requests it. */
const TO_AN_ADDRESS = { burst: 5, perMinute: 5 / (24 * 60) };
/** Then one every five minutes. An account gets little more, however many workspaces it creates. */
const OF_A_WORKSPACE = { burst: 30, perMinute: 0.2 };
const OF_AN_ACCOUNT = { burst: 40, perMinute: 0.2 };

/** E-mail to members whom a comment names: twenty at once to an address, then six an hour. */
const MENTIONS_TO_AN_ADDRESS = { burst: 20, perMinute: 0.1 };
const MENTIONS_OF_AN_ACCOUNT = { burst: 100, perMinute: 2 };

/** Test e-mails of an account, in all its workspaces: a burst of ten, then ten an hour. */
const TESTS_OF_AN_ACCOUNT = { burst: 10, perMinute: 10 / 60 };

interface UnaskedMail {
  /** The user who has the e-mail sent. */
  userId: string;
  /** Null if the e-mail concerns no workspace. */
  workspaceId: string | null;
  /** Lowercase. */
  email: string;
}

/**
 * Counts an e-mail (an invitation, a confirmation request) to a person who may not expect it.
 * @throws AppError rate_limited
 */
export async function countUnaskedMail({ userId, workspaceId, email }: UnaskedMail): Promise<void> {
  await count('to', email, TO_AN_ADDRESS, `Enough e-mails were sent to ${email} today. Try again tomorrow.`);
  if (workspaceId !== null)
    await count(
      'of workspace',
      workspaceId,
      OF_A_WORKSPACE,
      'This workspace has sent many e-mails. Wait a bit.',
    );
  await count('of account', userId, OF_AN_ACCOUNT, 'You have had many e-mails sent. Wait some minutes.');
}

/** Counts an e-mail about a comment of `userId` that names somebody. @throws AppError rate_limited */
export async function countMentionMail({ userId, email }: Omit<UnaskedMail, 'workspaceId'>): Promise<void> {
  await count('of a mention to', email, MENTIONS_TO_AN_ADDRESS, 'This member got many e-mails.');
  await count('of mentions of account', userId, MENTIONS_OF_AN_ACCOUNT, 'You have mentioned many people.');
}

/** @throws AppError rate_limited */
export const countTestMail = (userId: string): Promise<void> =>
  count(
    'test of account',
    userId,
    TESTS_OF_AN_ACCOUNT,
    'You have sent many test e-mails. Wait some minutes.',
  );

async function count(kind: string, name: string, allowance: Allowance, words: string): Promise<void> {
  try {
    await countAttempt([{ kind: `e-mail ${kind}`, name, allowance }], words);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const seconds = String(Math.ceil(60 / allowance.perMinute));
    throw new AppError(error.code, words, { headers: { 'retry-after': seconds } });
  }
}

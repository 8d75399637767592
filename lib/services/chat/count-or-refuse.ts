import { AppError, isAppError } from '../../platform/errors';
import { type Attempts, countAttempt } from '../access/attempts';

/** Calls `countAttempt` with a message for the chat's user. @throws AppError rate_limited */
export async function countOrRefuse(attempts: readonly Attempts[], words: string): Promise<void> {
  try {
    await countAttempt(attempts);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'rate_limited') throw error;
    throw new AppError('rate_limited', words, { headers: error.headers, cause: error });
  }
}

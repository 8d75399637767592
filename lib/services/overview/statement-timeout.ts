import { AppError } from '../../platform/errors';

const QUERY_CANCELED = '57014';

/** True if a statement took longer than its pool allows. */
export const isTimeout = (error: unknown): error is Error =>
  (error as { code?: string } | null)?.code === QUERY_CANCELED;

/** Rewords a timeout for the caller; other errors stay. `nearer`: the parameters that span too much. */
export function orUnavailable<T>(work: Promise<T>, nearer: string): Promise<T> {
  return work.catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
    throw new AppError(
      'unavailable',
      'The database is too busy to add these runs up. Ask again in a moment, ' +
        `with ${nearer} closer together if it stays so.`,
      { cause: error },
    );
  });
}

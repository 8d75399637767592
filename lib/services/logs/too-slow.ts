import { AppError } from '../../platform/errors';

const QUERY_CANCELED = '57014';

/** Rejects when a read of logs takes longer than its pool allows. @throws AppError unavailable */
export function orTooSlow<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    if (error.code !== QUERY_CANCELED) throw error;
    throw new AppError(
      'unavailable',
      'The database is too busy to read these logs. Ask again in a moment, ' +
        'with startDate and endDate closer together if it stays so.',
      { cause: error },
    );
  });
}

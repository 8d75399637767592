import { AppError } from '../../../platform/errors';
import { unheardForMs } from '../../../platform/postgres/process-lease';
import { triedAgainForMs } from '../../../platform/postgres/with-database-retry';

/** Two heartbeats and a half. */
const UNHEARD_MS = 5_000;
const TRIED_MS = 1_000;

/**
 * True if the database has been away for more than a moment, as far as this process knows without asking
 * it.
 */
export const isDatabaseDown = (): boolean => unheardForMs() > UNHEARD_MS || triedAgainForMs() > TRIED_MS;

/**
 * Refuses to begin anything while finished runs can't be recorded, so that no more of them wait in memory.
 * @throws AppError unavailable
 */
export function requireDatabase(): void {
  if (isDatabaseDown())
    throw new AppError(
      'unavailable',
      'The database is not available at the moment. Nothing was started; try again.',
    );
}

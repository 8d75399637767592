import { logger } from '../logging/logger';
import { databaseFault } from './database-faults';

/**
 * Reports a database error in log lines that are limited to one a second: while the database is not
 * available every loop fails alike, and stacks add nothing. `doing` completes "could not …".
 */
export function reportDatabaseFault(doing: string, error: unknown): void {
  if (databaseFault(error) === null) logger('database').error('a statement failed', { doing, error });
  else logger('database').warn('the database is not available', { doing, reason: reasonOf(error) });
}

/**
 * Returns the message of the driver or the server about a connection, which quotes no user input. A refused
 * connection may have a code only.
 */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = Object(error) as { message?: string; code?: string };
  const [line = ''] = (message || code || String(error)).trim().split('\n');
  return line.slice(0, 200);
}

import { logger } from '../logging/logger';
import { databaseFault } from './database-faults';

/**
 * Says that the database could not do something, in lines that the log limits to one a second: while it is
 * away every loop fails alike, and stacks tell nothing more. `doing` completes "could not …".
 */
export function reportDatabaseFault(doing: string, error: unknown): void {
  if (databaseFault(error) === null) logger('database').error('a statement failed', { doing, error });
  else logger('database').warn('the database is not available', { doing, reason: reasonOf(error) });
}

/**
 * What the driver or the server says of a connection; it quotes nobody's input. One that is refused may have
 * a code alone.
 */
function reasonOf(error: unknown): string {
  const { message = '', code = '' } = Object(error) as { message?: string; code?: string };
  const [line = ''] = (message || code || String(error)).trim().split('\n');
  return line.slice(0, 200);
}

import type { LogLevel, LogStatus } from './schema';

/**
 * The stored outcome of a run, in the column `level` of the logs, of their monthly statistics and of their
 * sums: finer than the two levels of the API, which are derived from it.
 */
export const STORED_STATUSES = ['info', 'warning', 'error', 'cancelled'] as const;
export type StoredStatus = (typeof STORED_STATUSES)[number];

export const statusOf = (stored: StoredStatus): LogStatus => (stored === 'info' ? 'success' : stored);

export const levelOf = (stored: StoredStatus): LogLevel =>
  stored === 'error' || stored === 'cancelled' ? 'error' : 'info';

/** `levelOf` in SQL. */
export const levelInSql = (column: string): string =>
  `CASE WHEN ${column} IN ('error', 'cancelled') THEN 'error' ELSE 'info' END`;

/** Returns the statuses that match both filters; null for all, if neither is set. */
export function storedStatuses(level?: LogLevel, statuses?: readonly LogStatus[]): StoredStatus[] | null {
  if (level === undefined && statuses === undefined) return null;
  return STORED_STATUSES.filter(
    (stored) =>
      (level === undefined || levelOf(stored) === level) &&
      (statuses === undefined || statuses.includes(statusOf(stored))),
  );
}

import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { listLogsEndpoint } from '@/lib/services/logs/endpoints';
import type { LogDetail, LogSummary } from '@/lib/services/logs/schema';
import { type FilterQuery, type LogFilters, toApiQuery } from './log-filters';

type Place = Pick<LogDetail, 'id' | 'startedAt'>;

/** More than one, because runs that started in the same millisecond may come before or after the run. */
const PAGE_SIZE = '50';

export const DIRECTIONS = ['newer', 'older'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** Returns the query for rows from a run on, in one direction; null if the filters end before it. */
export function rowsFrom({ startedAt }: Place, direction: Direction, filters: FilterQuery) {
  const { startDate, endDate, ...rest } = filters;
  const end = direction === 'newer' ? endDate : startDate;
  const isBeyond = (limit: string) =>
    direction === 'newer'
      ? Date.parse(limit) < Date.parse(startedAt)
      : Date.parse(limit) > Date.parse(startedAt);
  if (end !== undefined && isBeyond(end)) return null;
  const range =
    direction === 'newer'
      ? { startDate: startedAt, ...(endDate && { endDate }), order: 'asc' as const }
      : { endDate: startedAt, ...(startDate && { startDate }), order: 'desc' as const };
  return { ...rest, ...range, limit: PAGE_SIZE };
}

/** Returns the next run of rows that begin at this run; null if it is the last. */
export function nextOf<Row extends Place>(place: Place, rows: readonly Row[]): Row | null {
  const at = rows.findIndex(({ id }) => id === place.id);
  if (at >= 0) return rows[at + 1] ?? null;
  // The filters exclude the run itself.
  return rows.find(({ startedAt }) => startedAt !== place.startedAt) ?? null;
}

/** Returns the run next to this one among those that match the filters; null if there is none. */
export async function neighbourOf(
  workspaceId: string,
  place: Place,
  { direction, filters, signal }: { direction: Direction; filters: LogFilters; signal?: AbortSignal },
): Promise<LogSummary | null> {
  const rows = rowsFrom(place, direction, toApiQuery(filters, serverNow()));
  if (rows === null) return null;
  const query = { workspaceId, ...rows };
  const { data } = await client.call(listLogsEndpoint, { query }, signal ? { signal } : {});
  return nextOf(place, data);
}

/** The ids of the previous and the next run in the list with these filters. */
export const neighboursQuery = (workspaceId: string, place: Place, filters: LogFilters) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'neighbours', place.id, filters],
    queryFn: async ({ signal }) => {
      const [newer, older] = await Promise.all(
        DIRECTIONS.map((direction) => neighbourOf(workspaceId, place, { direction, filters, signal })),
      );
      return { newer: newer?.id ?? null, older: older?.id ?? null };
    },
    meta: { quiet: true },
  });

/** Checks that a log belongs to this workspace. */
export const isInWorkspaceQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'has', executionId],
    queryFn: async ({ signal }) => {
      const query = { workspaceId, executionId, limit: '1' };
      return (await client.call(listLogsEndpoint, { query }, { signal })).data.length > 0;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

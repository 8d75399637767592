import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { client } from '@/lib/platform/http/client';
import { getLogValuesEndpoint } from '@/lib/services/log-values/endpoints';
import { type LogValues, MAX_VALUE_LOGS } from '@/lib/services/log-values/schema';
import type { LogSummary } from '@/lib/services/logs/schema';

/** A scroll asks for its rows once it rests. */
const REST_MS = 120;

type Row = Pick<LogSummary, 'id' | 'startedAt'>;
export type RowValues = Pick<LogValues, 'isTooLarge' | 'values'>;

/** The known values belong to these paths. */
interface Known {
  paths: string;
  byId: ReadonlyMap<string, RowValues>;
}

const NONE: ReadonlyMap<string, RowValues> = new Map();

/**
 * Reads the values of the columns with paths for the rows in view, after they are painted. The answer has as
 * many rows as its limit of bytes allows; the others are asked for next.
 * @returns the values by the id of the log, and whether reading them failed
 */
export function useRowValues(workspaceId: string, rows: readonly Row[], paths: readonly string[]) {
  const wanted = paths.join();
  const [known, setKnown] = useState<Known>({ paths: wanted, byId: NONE });
  const byId = known.paths === wanted ? known.byId : NONE;
  const missing = useMemo(
    () =>
      wanted === ''
        ? ''
        : rows
            .filter(({ id }) => !byId.has(id))
            .slice(0, MAX_VALUE_LOGS)
            .map(({ id, startedAt }) => `${id}:${Date.parse(startedAt)}`)
            .join(),
    [rows, byId, wanted],
  );
  const logs = useRested(missing);
  const { data, isError } = useQuery({
    queryKey: ['workspace', workspaceId, 'logs', 'values', wanted, logs],
    queryFn: async ({ signal }) => {
      const query = { logs, paths: wanted };
      return (await client.call(getLogValuesEndpoint, { params: { workspaceId }, query }, { signal })).data;
    },
    enabled: logs !== '' && wanted !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  });
  useEffect(() => {
    if (data === undefined) return;
    setKnown((before) => ({
      paths: wanted,
      byId: new Map([
        ...(before.paths === wanted ? before.byId : NONE),
        ...data.map(({ logId, ...values }) => [logId, values] as const),
      ]),
    }));
  }, [data, wanted]);
  return { byId, isError };
}

/** Returns the value once it has not changed for a moment. */
function useRested(value: string): string {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}

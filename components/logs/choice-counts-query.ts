import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import type { ChoiceSource } from '@/lib/services/logs/log-filters';
import { getChoiceCountsEndpoint } from '@/lib/services/overview/endpoints';
import type { ChoiceCounts } from '@/lib/services/overview/group-schema';
import { type LogFilters, toApiQuery } from './log-filters';

const FRESH_MS = 15_000;

/** The number of runs of each choice; null where the server does not have it at hand. */
export const choiceCountsQuery = (workspaceId: string, filters: LogFilters) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'logs', 'choices', filters],
    queryFn: async ({ signal }) => {
      const query = { workspaceId, ...toApiQuery(filters, serverNow()) };
      return (await client.call(getChoiceCountsEndpoint, { query }, { signal })).data;
    },
    staleTime: FRESH_MS,
    meta: { quiet: true },
  });

/** Returns the counts of a filter's choices; null if they are not known. */
export function countsFor(
  source: ChoiceSource,
  counts: ChoiceCounts | null | undefined,
): Readonly<Partial<Record<string, number>>> | null {
  return counts == null || source === 'folders' ? null : counts[source];
}

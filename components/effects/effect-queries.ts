import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listEffectsEndpoint } from '@/lib/services/effects/endpoints';

/** The most that a run’s page shows. */
const OF_A_RUN = '200';

/** The effects that are looked for; empty texts are left out. */
export interface EffectSearch {
  tag: string;
  host: string;
}

const effectsKey = (workspaceId: string) => ['workspace', workspaceId, 'effects'] as const;

/** The effects of a run and of those that it called; they don’t change once it has ended. */
export const effectsOfRunQuery = (workspaceId: string, executionId: string) =>
  queryOptions({
    queryKey: [...effectsKey(workspaceId), 'run', executionId],
    queryFn: ({ signal }) =>
      client.call(
        listEffectsEndpoint,
        { query: { workspaceId, execution: executionId, limit: OF_A_RUN } },
        { signal },
      ),
    select: (answer) => answer.data,
  });

export const effectsQuery = (workspaceId: string, { tag, host }: EffectSearch) =>
  infiniteQueryOptions({
    queryKey: [...effectsKey(workspaceId), 'list', tag, host],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listEffectsEndpoint,
        {
          query: {
            workspaceId,
            ...(tag !== '' && { tag }),
            ...(host !== '' && { host }),
            cursor: pageParam,
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: tag !== '' || host !== '',
  });

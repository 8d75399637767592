import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { getVersionEndpoint, listVersionsEndpoint } from '@/lib/services/versions/endpoints';
import { editedWorkflow } from '../document/edited-workflow';

export const versionsKey = (workflowId: string) => ['workflow', workflowId, 'versions'];

/** The versions, newest first, by page. */
export const versionsQuery = (workflowId: string) =>
  infiniteQueryOptions({
    queryKey: [...versionsKey(workflowId), 'list'],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listVersionsEndpoint,
        { params: { id: workflowId }, query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** A version's document in the editor's form; it never changes. */
export const versionQuery = (workflowId: string, number: number) =>
  queryOptions({
    queryKey: [...versionsKey(workflowId), 'one', number],
    queryFn: async ({ signal }) => {
      const params = { id: workflowId, number: String(number) };
      return editedWorkflow((await client.call(getVersionEndpoint, { params }, { signal })).data);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

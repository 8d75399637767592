import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { addressOf, client } from '@/lib/platform/http/client';
import {
  changeErrorGroupEndpoint,
  commentOnErrorGroupEndpoint,
  deleteErrorGroupCommentEndpoint,
  getErrorGroupEndpoint,
  listErrorGroupCommentsEndpoint,
  listErrorGroupRunsEndpoint,
  listErrorGroupsEndpoint,
} from '@/lib/services/error-groups/endpoints';
import type { ErrorGroupChangeInput } from '@/lib/services/error-groups/schema';
import { listVersionsEndpoint } from '@/lib/services/versions/endpoints';
import { type ErrorChoice, STATES_OF_TAB } from './error-choice';

const REFRESH_MS = 15_000;
const RUNS_PAGE = '10';

const errorsKey = (workspaceId: string) => ['workspace', workspaceId, 'errors'] as const;

type Filters = Omit<ErrorChoice, 'openId'>;

function requestOf(workspaceId: string, myId: string, { tab, workflowIds, isMine, logId }: Filters) {
  const states = STATES_OF_TAB[tab];
  if (logId !== '') return { workspaceId, logId };
  return {
    workspaceId,
    ...(states === null ? {} : { states: states.join(',') }),
    ...(workflowIds === '' ? {} : { workflowIds }),
    ...(isMine ? { assigneeId: myId } : {}),
  };
}

/** The groups of a workspace, page by page. @param myId the person's own id */
export const errorGroupsQuery = (workspaceId: string, myId: string, filters: Filters) => {
  const query = requestOf(workspaceId, myId, filters);
  return infiniteQueryOptions({
    queryKey: [...errorsKey(workspaceId), 'list', query],
    queryFn: ({ pageParam, signal }) =>
      client.call(listErrorGroupsEndpoint, { query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: REFRESH_MS,
  });
};

/** The first page, which comes with the document; none if it depends on the person, whom the page doesn’t know. */
export const firstErrors = (workspaceId: string, filters: Filters) =>
  filters.isMine
    ? []
    : [
        {
          queryKey: errorGroupsQuery(workspaceId, '', filters).queryKey,
          path: addressOf(listErrorGroupsEndpoint, { query: requestOf(workspaceId, '', filters) }),
          keep: (answer: object) => ({ pages: [answer], pageParams: [''] }),
        },
      ];

export const errorGroupQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...errorsKey(workspaceId), 'one', id],
    queryFn: ({ signal }) => client.call(getErrorGroupEndpoint, { params: { id } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: REFRESH_MS,
  });

export const errorRunsQuery = (workspaceId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...errorsKey(workspaceId), 'one', id, 'runs'],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        listErrorGroupRunsEndpoint,
        { params: { id }, query: { cursor: pageParam, limit: RUNS_PAGE } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: REFRESH_MS,
  });

export const errorCommentsQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...errorsKey(workspaceId), 'one', id, 'comments'],
    queryFn: ({ signal }) => client.call(listErrorGroupCommentsEndpoint, { params: { id } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: REFRESH_MS,
  });

/** Number of the workflow's latest version; null if it has none. */
export const latestVersionQuery = (workspaceId: string, workflowId: string) =>
  queryOptions({
    queryKey: [...errorsKey(workspaceId), 'latest-version', workflowId],
    queryFn: ({ signal }) =>
      client.call(listVersionsEndpoint, { params: { id: workflowId }, query: { limit: '1' } }, { signal }),
    select: (answer) => answer.data[0]?.number ?? null,
  });

/** The changes of a group; lists and counts are read again once the server has responded. */
export function errorGroupActs(queryClient: QueryClient, workspaceId: string, id: string) {
  const readAgain = () => queryClient.invalidateQueries({ queryKey: errorsKey(workspaceId) });
  return {
    change: async (body: ErrorGroupChangeInput): Promise<void> => {
      const answer = await client.call(changeErrorGroupEndpoint, { params: { id }, body });
      queryClient.setQueryData(errorGroupQuery(workspaceId, id).queryKey, answer);
      await readAgain();
    },
    comment: async (body: { text: string; requestKey: string }): Promise<void> => {
      await client.call(commentOnErrorGroupEndpoint, { params: { id }, body });
      await readAgain();
    },
    removeComment: async (commentId: string): Promise<void> => {
      await client.call(deleteErrorGroupCommentEndpoint, { params: { id, commentId } });
      await readAgain();
    },
  };
}

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { addressOf, client } from '@/lib/platform/http/client';
import { listFoldersEndpoint } from '@/lib/services/folders/endpoints';
import { countWorkflowEndsEndpoint } from '@/lib/services/removal/endpoints';
import { listWorkflowActivityEndpoint } from '@/lib/services/workflow-activity/endpoints';
import type { WorkflowActivity } from '@/lib/services/workflow-activity/schema';
import { listWorkflowsEndpoint } from '@/lib/services/workflows/endpoints';

const REFRESH_MS = 30_000;

/** All queries below this key become stale when a workflow or folder of the workspace changes. */
export const workflowsKey = (workspaceId: string) => ['workspace', workspaceId, 'workflows'] as const;

export const workflowsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workflowsKey(workspaceId), 'list'],
    queryFn: ({ signal }) => client.call(listWorkflowsEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

export const foldersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: [...workflowsKey(workspaceId), 'folders'],
    queryFn: ({ signal }) => client.call(listFoldersEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
  });

/** The addresses of the lists that every page of a workspace shows. */
export const listsOfWorkspace = (workspaceId: string) => [
  {
    queryKey: workflowsQuery(workspaceId).queryKey,
    path: addressOf(listWorkflowsEndpoint, { query: { workspaceId } }),
  },
  {
    queryKey: foldersQuery(workspaceId).queryKey,
    path: addressOf(listFoldersEndpoint, { query: { workspaceId } }),
  },
];

/** Never cached: each opening of the question requests it again. */
export const workflowEndsQuery = (workspaceId: string, id: string) =>
  queryOptions({
    queryKey: [...workflowsKey(workspaceId), 'what-ends', id],
    queryFn: ({ signal }) => client.call(countWorkflowEndsEndpoint, { params: { id } }, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    gcTime: 0,
  });

/** The recent activity of each workflow, by workflow id. */
export const activityQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'workflow-activity'],
    queryFn: ({ signal }) =>
      client.call(listWorkflowActivityEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer): ReadonlyMap<string, WorkflowActivity> =>
      new Map(answer.data.map((activity) => [activity.workflowId, activity])),
    refetchInterval: REFRESH_MS,
  });

/** Reloads workflows and folders everywhere. */
export function useRefreshWorkflows(workspaceId: string) {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ queryKey: workflowsKey(workspaceId) }),
    [queryClient, workspaceId],
  );
}

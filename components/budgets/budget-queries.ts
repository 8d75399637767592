import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listBudgetsEndpoint } from '@/lib/services/budgets/endpoints';

/** Short, because what is counted changes while the page is open. */
const REFRESH_MS = 10_000;

export const budgetsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'budgets'],
    queryFn: ({ signal }) => client.call(listBudgetsEndpoint, { query: { workspaceId } }, { signal }),
    refetchInterval: REFRESH_MS,
    select: (answer) => answer.data,
  });

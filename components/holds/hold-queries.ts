import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { listHoldsEndpoint } from '@/lib/services/holds/endpoints';
import type { Hold } from '@/lib/services/holds/schema';

const REFRESH_MS = 10_000;

/** All holds of a workspace. */
export const holdsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'holds'],
    queryFn: ({ signal }) => client.call(listHoldsEndpoint, { query: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
    refetchInterval: REFRESH_MS,
  });

/** Returns the hold on exactly that workflow; with null, that on the whole workspace. */
export const holdOn = (holds: readonly Hold[] | undefined, workflowId: string | null): Hold | undefined =>
  holds?.find((hold) => hold.workflowId === workflowId);

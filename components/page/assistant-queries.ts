import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { explainErrorEndpoint, getAssistantModelEndpoint } from '@/lib/services/assistant/endpoints';
import type { AssistantModel } from '@/lib/services/assistant/schema';
import { useWorkspace } from './workspace-context';

const KEPT_MS = 10 * 60_000;

export const assistantModelQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'assistant-model'],
    queryFn: ({ signal }) => client.call(getAssistantModelEndpoint, { params: { workspaceId } }, { signal }),
    select: (answer) => answer.data,
    staleTime: KEPT_MS,
  });

/** Returns the model that the visitor may use; null if there is none or it is not known yet. */
export function useAssistant(): AssistantModel | null {
  const { id, canWrite } = useWorkspace();
  const { data = null } = useQuery({ ...assistantModelQuery(id), enabled: canWrite });
  return canWrite ? data : null;
}

/** Requested once, because each response takes seconds and costs. `blockId` null: the run's error. */
export const explanationQuery = (of: { workflowId: string; logId: string; blockId: string | null }) =>
  queryOptions({
    queryKey: ['explanation', of.workflowId, of.logId, of.blockId],
    queryFn: ({ signal }) => {
      const { workflowId: id, logId, blockId } = of;
      const body = { logId, ...(blockId === null ? {} : { blockId }) };
      return client.call(explainErrorEndpoint, { params: { id }, body }, { signal });
    },
    select: (answer) => answer.data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { getProposalEndpoint, listProposalsEndpoint } from '@/lib/services/proposals/endpoints';

export const proposalsKey = (workflowId: string) => ['workflow', workflowId, 'proposals'];

/** The proposals of a workflow, the newest first. */
export const proposalsQuery = (workflowId: string) =>
  queryOptions({
    queryKey: [...proposalsKey(workflowId), 'list'],
    queryFn: ({ signal }) =>
      client.call(listProposalsEndpoint, { params: { id: workflowId }, query: {} }, { signal }),
    select: (answer) => answer.data,
    refetchOnWindowFocus: true,
  });

/** One proposal with its documents. */
export const proposalQuery = (workflowId: string, proposalId: string) =>
  queryOptions({
    queryKey: [...proposalsKey(workflowId), proposalId],
    queryFn: ({ signal }) =>
      client.call(getProposalEndpoint, { params: { id: workflowId, proposalId } }, { signal }),
    select: (answer) => answer.data,
  });

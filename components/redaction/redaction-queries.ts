import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import {
  getWorkflowRedactionEndpoint,
  getWorkspaceRedactionEndpoint,
} from '@/lib/services/redaction/endpoints';

export const workspaceRedactionQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'redaction'],
    queryFn: ({ signal }) =>
      client.call(getWorkspaceRedactionEndpoint, { params: { workspaceId } }, { signal }),
  });

export const workflowRedactionQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id, 'redaction'],
    queryFn: ({ signal }) => client.call(getWorkflowRedactionEndpoint, { params: { id } }, { signal }),
  });

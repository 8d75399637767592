import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import {
  getFailureNoticeEndpoint,
  getWorkspaceFailureNoticeEndpoint,
} from '@/lib/services/failure-notices/endpoints';

export const failureNoticeQuery = (id: string) =>
  queryOptions({
    queryKey: ['workflow', id, 'failure-notice'],
    queryFn: ({ signal }) => client.call(getFailureNoticeEndpoint, { params: { id } }, { signal }),
  });

export const workspaceFailureNoticeQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['workspace', workspaceId, 'failure-notice'],
    queryFn: ({ signal }) =>
      client.call(getWorkspaceFailureNoticeEndpoint, { params: { workspaceId } }, { signal }),
  });

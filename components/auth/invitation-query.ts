import { queryOptions } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { getInvitationEndpoint } from '@/lib/services/workspaces/endpoints';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => client.call(getInvitationEndpoint, { params: { token } }, { signal }),
  });

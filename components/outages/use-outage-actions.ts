import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '@/lib/platform/http/client';
import { failServerWaitsEndpoint, probeServerEndpoint } from '@/lib/services/server-outages/endpoints';
import type { ServerOutage } from '@/lib/services/server-outages/schema';
import { outagesQuery } from './outage-queries';

/** Actions on an outage; each reloads the outages afterwards. */
export function useOutageActions({ id, workspaceId }: Pick<ServerOutage, 'id' | 'workspaceId'>) {
  const queries = useQueryClient();
  const onSettled = () => void queries.invalidateQueries({ queryKey: outagesQuery(workspaceId).queryKey });
  const probe = useMutation({
    mutationFn: () => client.call(probeServerEndpoint, { params: { id } }),
    onSettled,
  });
  const fail = useMutation({
    mutationFn: () => client.call(failServerWaitsEndpoint, { params: { id } }),
    onSettled,
  });
  return { probe, fail };
}

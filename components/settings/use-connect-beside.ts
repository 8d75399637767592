'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { client } from '@/lib/platform/http/client';
import { connectEndpoint } from '@/lib/services/connections/endpoints';
import { hearSignInEnds, openProviderPage } from './connect-window';
import { CONNECT_WORDS } from './connect-words';
import { connectionsQuery } from './settings-queries';

export interface ConnectBeside {
  /** Gets access to a connection; a person signs in in a window over this page, which closes itself. */
  connect: (connectionId: string) => void;
  isPending: boolean;
  /** The provider's page of a connection, if the browser blocked its window; null otherwise. */
  blocked: { connectionId: string; url: string } | null;
}

/** Connects without leaving the page, and shows how it ended. */
export function useConnectBeside(workspaceId: string): ConnectBeside {
  const queryClient = useQueryClient();
  const [blocked, setBlocked] = useState<ConnectBeside['blocked']>(null);
  useEffect(() => {
    const { queryKey } = connectionsQuery(workspaceId);
    return hearSignInEnds(async ({ connectionId, result, key }) => {
      setBlocked(null);
      await queryClient.invalidateQueries({ queryKey });
      const connection = queryClient.getQueryData(queryKey)?.data.find(({ id }) => id === connectionId);
      if (connection === undefined) return;
      const [tone, words] = CONNECT_WORDS[result];
      const reason = result === 'failed' ? (connection.lastError ?? '') : '';
      const tell = { success: toast.success, warning: toast.warning, danger: toast.error }[tone];
      // Several fields may show connections; the same id makes them one message. The id of an earlier message
      // can't be used again: it may be disappearing.
      tell(connection.name, { id: key, description: `${words} ${reason}`.trim() });
    });
  }, [queryClient, workspaceId]);
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) =>
      client.call(connectEndpoint, { params: { workspaceId, id }, body: { window: 'own' } }),
    onSuccess: ({ data: { authorizeUrl: url } }, connectionId) => {
      if (url !== null) setBlocked(openProviderPage(url) ? null : { connectionId, url });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionsQuery(workspaceId).queryKey }),
  });
  return { connect: mutate, isPending, blocked };
}

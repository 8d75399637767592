'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Cable, Pencil, Trash2 } from 'lucide-react';
import { toast } from 'sonner';
import { type QueryState, QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { client } from '@/lib/platform/http/client';
import { connectEndpoint, disconnectEndpoint } from '@/lib/services/connections/endpoints';
import { type Connection, hasOAuth } from '@/lib/services/connections/schema';
import { describeConnection } from './connection-words';
import { connectionsQuery } from './settings-queries';

const STATES: Readonly<Record<Connection['state'], [Tone, string]>> = {
  connected: ['success', 'Connected'],
  disconnected: ['neutral', 'Not connected'],
  expired: ['danger', 'Connect again'],
};

const NO_SECRET: [Tone, string] = ['danger', 'No secret'];

export interface ConnectionTableProps {
  query: QueryState;
  connections: readonly Connection[] | undefined;
  onEdit: (connection: Connection) => void;
  onDelete: (connection: Connection) => void;
}

export function ConnectionTable({ query, connections, onEdit, onDelete }: ConnectionTableProps) {
  const { canWrite } = useWorkspace();
  return (
    <QueryTable
      query={query}
      rows={connections}
      empty={{
        icon: Cable,
        title: 'No connections yet',
        words: 'Connect a service once, and use it in any workflow.',
      }}
      keyOf={(connection) => connection.id}
      columns={[
        {
          title: 'Name',
          className: 'max-w-56',
          cell: (connection) => (
            <>
              <span className="block truncate font-medium" title={connection.name}>
                {connection.name}
              </span>
              <span className="block truncate text-muted text-xs">{describeConnection(connection)}</span>
            </>
          ),
        },
        {
          title: 'State',
          className: 'max-w-72',
          cell: (connection) => <StateOf connection={connection} />,
        },
        {
          title: 'Token',
          className: 'whitespace-nowrap text-muted',
          cell: (connection) => <TokenOf connection={connection} />,
        },
      ]}
      actions={(connection) =>
        canWrite ? (
          <>
            {hasOAuth(connection) ? <ConnectButton connection={connection} /> : null}
            <IconButton label={`Edit ${connection.name}`} onClick={() => onEdit(connection)}>
              <Pencil />
            </IconButton>
            <IconButton label={`Delete ${connection.name}`} onClick={() => onDelete(connection)}>
              <Trash2 />
            </IconButton>
          </>
        ) : null
      }
    />
  );
}

function StateOf({ connection }: { connection: Connection }) {
  const { state, connectedBy, connectedAt, lastError } = connection;
  const [tone, words] = connection.hasSecret || hasOAuth(connection) ? STATES[state] : NO_SECRET;
  return (
    <>
      <Badge tone={tone}>{words}</Badge>
      {state === 'connected' && connectedAt !== null ? (
        <span className="block text-muted text-xs">
          {connectedBy === null ? null : `as ${connectedBy}, `}
          <RelativeTime at={connectedAt} />
        </span>
      ) : null}
      {lastError === null ? null : <span className="block break-words text-danger text-xs">{lastError}</span>}
    </>
  );
}

function TokenOf({ connection }: { connection: Connection }) {
  const { state, expiresAt, renews } = connection;
  if (state !== 'connected' || !hasOAuth(connection)) return '—';
  if (renews) return 'Renewed automatically';
  return expiresAt === null ? 'Until it is revoked' : <>Expires {<RelativeTime at={expiresAt} />}</>;
}

/** Opens the provider's page in this tab; client credentials are connected immediately. */
function ConnectButton({ connection }: { connection: Connection }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const params = { workspaceId, id: connection.id };
  const refresh = () => queryClient.invalidateQueries({ queryKey: connectionsQuery(workspaceId).queryKey });
  const connect = useMutation({
    mutationFn: () => client.call(connectEndpoint, { params, body: {} }),
    onSuccess: async ({ data: { authorizeUrl } }) => {
      if (authorizeUrl !== null) return window.location.assign(authorizeUrl);
      await refresh();
      toast.success(`Connected ${connection.name}`);
    },
    onError: refresh,
  });
  const disconnect = useMutation({
    mutationFn: () => client.call(disconnectEndpoint, { params, body: {} }),
    onSuccess: async () => {
      await refresh();
      toast.success(`Disconnected ${connection.name}`);
    },
  });
  const isConnected = connection.state === 'connected';
  const { mutate, isPending } = isConnected ? disconnect : connect;
  const verb = isConnected ? 'Disconnect' : 'Connect';
  return (
    <Button size="sm" busy={isPending} aria-label={`${verb} ${connection.name}`} onClick={() => mutate()}>
      {verb}
    </Button>
  );
}

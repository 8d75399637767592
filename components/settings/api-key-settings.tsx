'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { Column } from '@/components/ui/data-table';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import { client } from '@/lib/platform/http/client';
import { revokeApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import type { ApiKey } from '@/lib/services/api-keys/schema';
import { keyLabel } from './api-key-label';
import { CreateKeyDialog } from './create-key-dialog';
import { EditKeyDialog } from './edit-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';
import { apiKeysQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

export function ApiKeySettings() {
  const keys = useQuery(apiKeysQuery());
  const { me } = useWorkspace();
  const nameOf = (id: string) =>
    me.workspaces.find((workspace) => workspace.id === id)?.name ?? 'a workspace you left';
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const [editing, setEditing] = useState<ApiKey>();
  const [rotating, setRotating] = useState<ApiKey>();
  return (
    <SettingsSection
      title="API keys"
      description={
        <>
          Personal keys, limited to their scopes and workspaces. Calls are described in the{' '}
          <a
            href="/docs"
            className="text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-current"
          >
            API reference
          </a>
          .
        </>
      }
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          <Plus aria-hidden />
          New key
        </Button>
      }
    >
      <QueryTable
        query={keys}
        rows={keys.data}
        empty={{
          icon: KeyRound,
          title: 'No keys yet',
          words: 'Create one to run workflows and read logs from your own code.',
        }}
        keyOf={(key) => key.id}
        columns={keyColumns(nameOf)}
        actions={(key) => (
          <>
            {key.rotatedAt ? null : (
              <IconButton label={`Rotate ${keyLabel(key)}`} onClick={() => setRotating(key)}>
                <RefreshCw />
              </IconButton>
            )}
            <IconButton label={`Edit ${keyLabel(key)}`} onClick={() => setEditing(key)}>
              <Pencil />
            </IconButton>
            <IconButton label={`Revoke ${keyLabel(key)}`} onClick={() => setRevoking(key)}>
              <Trash2 />
            </IconButton>
          </>
        )}
      />
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeQuestion apiKey={revoking} onClose={() => setRevoking(undefined)} /> : null}
      {rotating ? <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(undefined)} /> : null}
      {editing ? <EditKeyDialog apiKey={editing} onClose={() => setEditing(undefined)} /> : null}
    </SettingsSection>
  );
}

const keyColumns = (nameOf: (workspaceId: string) => string): ReadonlyArray<Column<ApiKey>> => [
  {
    title: 'Name',
    className: 'min-w-32 font-medium',
    cell: ({ name, rotatedAt }) => (
      <>
        {name} {rotatedAt ? <RotatedBadge at={rotatedAt} /> : null}
      </>
    ),
  },
  {
    title: 'Key',
    className: 'whitespace-nowrap font-mono text-muted text-xs',
    cell: ({ lastFour }) => `…${lastFour}`,
  },
  {
    title: 'Scopes',
    className: 'min-w-44',
    cell: ({ scopes }) => (
      <span className="flex flex-wrap gap-1">
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
    ),
  },
  {
    title: 'Workspaces',
    className: 'text-muted',
    cell: ({ workspaceIds }) => workspaceIds.map(nameOf).join(', '),
  },
  {
    title: 'Limits',
    className: 'text-muted',
    cell: limitWords,
  },
  {
    title: 'Created',
    className: 'whitespace-nowrap text-muted',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    title: 'Last used',
    className: 'whitespace-nowrap text-muted',
    cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'never'),
  },
  {
    title: 'Expires',
    className: 'whitespace-nowrap text-muted',
    cell: ({ expiresAt }) => <Expiry at={expiresAt} />,
  },
];

const limitWords = ({ workflowIds, addresses }: ApiKey): string =>
  [
    workflowIds === null ? '' : workflowIds.length === 1 ? '1 workflow' : `${workflowIds.length} workflows`,
    addresses?.join(', ') ?? '',
  ]
    .filter((words) => words !== '')
    .join('; ') || 'none';

/** Distinguishes an old key from its successor, which has the same name. */
function RotatedBadge({ at }: { at: string }) {
  return (
    <Badge tone="warning">
      rotated <RelativeTime at={at} />
    </Badge>
  );
}

function Expiry({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return 'never';
  return Date.parse(at) < now ? <Badge tone="danger">expired</Badge> : <RelativeTime at={at} />;
}

function RevokeQuestion({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.call(revokeApiKeyEndpoint, { params: { id: apiKey.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
      toast.success(`Revoked ${keyLabel(apiKey)}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${keyLabel(apiKey)}?`}
      confirmLabel="Revoke key"
      danger
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    >
      Created <RelativeTime at={apiKey.createdAt} />
      {apiKey.rotatedAt ? (
        <>
          , rotated <RelativeTime at={apiKey.rotatedAt} />
        </>
      ) : null}
      ,{' '}
      {apiKey.lastUsedAt ? (
        <>
          last used <RelativeTime at={apiKey.lastUsedAt} />
        </>
      ) : (
        'never used'
      )}
      . Calls with it are refused from now on. This can’t be undone.
    </ConfirmDialog>
  );
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { client } from '@/lib/platform/http/client';
import { revokeApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import type { ApiKey } from '@/lib/services/api-keys/schema';
import type { Member } from '@/lib/services/workspaces/schema';
import { keyLabel } from './api-key-label';
import { CreateKeyDialog } from './create-key-dialog';
import { EditKeyDialog } from './edit-key-dialog';
import { keyColumns } from './key-columns';
import { RotateKeyDialog } from './rotate-key-dialog';
import { apiKeysQuery, membersQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

const YOU = 'you';

export function ApiKeySettings() {
  const { me } = useWorkspace();
  const accounts = useServiceAccounts();
  const [ownerId, setOwnerId] = useState(YOU);
  const account = accounts.find(({ userId }) => userId === ownerId);
  const keys = useQuery(apiKeysQuery(account?.userId));
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
          {account === undefined
            ? 'Personal keys, limited to their scopes and workspaces.'
            : 'Keys of a service account, which stay when people leave.'}{' '}
          Calls are described in the{' '}
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
      {accounts.length > 0 ? (
        <Select
          aria-label="Keys of"
          className="mb-3 w-auto min-w-48 max-w-72"
          value={account?.userId ?? YOU}
          options={[
            { value: YOU, label: 'Your keys' },
            ...accounts.map(({ userId, name }) => ({ value: userId, label: `Keys of ${name}` })),
          ]}
          onValueChange={setOwnerId}
        />
      ) : null}
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
      {creating ? <CreateKeyDialog account={account} onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeQuestion apiKey={revoking} onClose={() => setRevoking(undefined)} /> : null}
      {rotating ? <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(undefined)} /> : null}
      {editing ? <EditKeyDialog apiKey={editing} onClose={() => setEditing(undefined)} /> : null}
    </SettingsSection>
  );
}

/** Returns the service accounts of the workspace; none for people who may not manage their keys. */
function useServiceAccounts(): readonly Member[] {
  const { id, isAdmin } = useWorkspace();
  const { data } = useQuery({ ...membersQuery(id), enabled: isAdmin });
  return isAdmin ? (data?.data ?? []).filter(({ kind }) => kind === 'service') : [];
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

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { NameDialog } from '@/components/page/name-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime, useNow } from '@/components/ui/relative-time';
import {
  Table,
  TableActions,
  TableActionsHeader,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table';
import { client } from '@/lib/platform/http/client';
import { renameApiKeyEndpoint, revokeApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import type { ApiKey } from '@/lib/services/api-keys/schema';
import { keyLabel } from './api-key-label';
import { CreateKeyDialog } from './create-key-dialog';
import { RotateKeyDialog } from './rotate-key-dialog';
import { SettingsList } from './settings-list';
import { apiKeysQuery } from './settings-queries';
import { SettingsSection } from './settings-section';

export function ApiKeySettings() {
  const keys = useQuery(apiKeysQuery());
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const [renaming, setRenaming] = useState<ApiKey>();
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
      <SettingsList
        query={keys}
        rows={keys.data}
        empty={{
          icon: KeyRound,
          title: 'No keys yet',
          words: 'Create one to run workflows and read logs from your own code.',
        }}
      >
        {(rows) => (
          <KeyTable keys={rows} onRevoke={setRevoking} onRename={setRenaming} onRotate={setRotating} />
        )}
      </SettingsList>
      {creating ? <CreateKeyDialog onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeQuestion apiKey={revoking} onClose={() => setRevoking(undefined)} /> : null}
      {rotating ? <RotateKeyDialog apiKey={rotating} onClose={() => setRotating(undefined)} /> : null}
      {renaming ? <RenameQuestion apiKey={renaming} onClose={() => setRenaming(undefined)} /> : null}
    </SettingsSection>
  );
}

interface KeyTableProps {
  keys: readonly ApiKey[];
  onRevoke: (key: ApiKey) => void;
  onRename: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
}

function KeyTable({ keys, onRevoke, onRename, onRotate }: KeyTableProps) {
  const { me } = useWorkspace();
  const nameOf = (id: string) =>
    me.workspaces.find((workspace) => workspace.id === id)?.name ?? 'a workspace you left';
  return (
    <Table>
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader>Key</TableHeader>
          <TableHeader>Scopes</TableHeader>
          <TableHeader>Workspaces</TableHeader>
          <TableHeader>Created</TableHeader>
          <TableHeader>Last used</TableHeader>
          <TableHeader>Expires</TableHeader>
          <TableActionsHeader />
        </TableRow>
      </TableHead>
      <tbody>
        {keys.map((key) => (
          <TableRow key={key.id}>
            <TableCell className="min-w-32 font-medium">
              {key.name} {key.rotatedAt ? <RotatedBadge at={key.rotatedAt} /> : null}
            </TableCell>
            <TableCell className="whitespace-nowrap font-mono text-muted text-xs">…{key.lastFour}</TableCell>
            <TableCell>
              <span className="flex flex-wrap gap-1">
                {key.scopes.map((scope) => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            </TableCell>
            <TableCell className="text-muted">{key.workspaceIds.map(nameOf).join(', ')}</TableCell>
            <TableCell className="whitespace-nowrap text-muted">
              <RelativeTime at={key.createdAt} />
            </TableCell>
            <TableCell className="whitespace-nowrap text-muted">
              {key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} /> : 'never'}
            </TableCell>
            <TableCell className="whitespace-nowrap text-muted">
              <Expiry at={key.expiresAt} />
            </TableCell>
            <TableActions>
              {key.rotatedAt ? null : (
                <IconButton label={`Rotate ${keyLabel(key)}`} onClick={() => onRotate(key)}>
                  <RefreshCw />
                </IconButton>
              )}
              <IconButton label={`Rename ${keyLabel(key)}`} onClick={() => onRename(key)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Revoke ${keyLabel(key)}`} onClick={() => onRevoke(key)}>
                <Trash2 />
              </IconButton>
            </TableActions>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

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

function RenameQuestion({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const rename = useMutation({
    mutationFn: (name: string) =>
      client.call(renameApiKeyEndpoint, { params: { id: apiKey.id }, body: { name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
      onClose();
    },
  });
  return (
    <NameDialog
      open
      onOpenChange={onClose}
      title="Rename key"
      initial={apiKey.name}
      submitLabel="Rename"
      maxLength={80}
      busy={rename.isPending}
      onSubmit={(name) => rename.mutate(name)}
    />
  );
}

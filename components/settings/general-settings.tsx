'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { useHoldDialog } from '@/components/holds/hold-dialog-state';
import { holdOn, holdsQuery } from '@/components/holds/hold-queries';
import { meQuery } from '@/components/page/account-queries';
import { deletionImpactWords } from '@/components/page/deletion-impact-words';
import { errorWords } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { PublishWithTests } from '@/components/run-tests/publish-with-tests';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { client } from '@/lib/platform/http/client';
import { countWorkspaceEndsEndpoint, deleteWorkspaceEndpoint } from '@/lib/services/removal/endpoints';
import { renameWorkspaceEndpoint } from '@/lib/services/workspaces/endpoints';
import { workspacesQuery } from './settings-queries';
import { SettingsCard, SettingsSection } from './settings-section';
import { WorkspaceFailureNotice } from './workspace-failure-notice';

export function GeneralSettings() {
  const { id, name, isAdmin, me } = useWorkspace();
  const workspaces = useQuery(workspacesQuery());
  const isOwner = workspaces.data?.find((workspace) => workspace.id === id)?.ownerId === me.id;
  return (
    <>
      <SettingsSection title="Workspace">
        <SettingsCard>
          {isAdmin ? <RenameForm key={name} /> : <p className="font-medium">{name}</p>}
          <p className="mt-4 text-faint text-xs">Workspace id, for API calls</p>
          <p className="flex items-center gap-1">
            <code className="truncate text-xs">{id}</code>
            <CopyButton label="Copy workspace id" text={id} />
          </p>
        </SettingsCard>
      </SettingsSection>
      <SettingsSection title="Publishing">
        <SettingsCard>
          <PublishWithTests />
        </SettingsCard>
      </SettingsSection>
      <SettingsSection title="Failures">
        <SettingsCard>
          <WorkspaceFailureNotice />
        </SettingsCard>
      </SettingsSection>
      {isAdmin ? <HoldSection /> : null}
      {isOwner ? <DeleteSection /> : null}
    </>
  );
}

function RenameForm() {
  const { id, name } = useWorkspace();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(name);
  const rename = useMutation({
    mutationFn: () =>
      client.call(renameWorkspaceEndpoint, { params: { workspaceId: id }, body: { name: draft } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: meQuery().queryKey });
      toast.success('Workspace renamed');
    },
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field label="Name" className="flex-1" error={rename.isError ? errorWords(rename.error) : undefined}>
        <Input value={draft} maxLength={80} onChange={(event) => setDraft(event.target.value)} />
      </Field>
      <Button type="submit" busy={rename.isPending} disabled={draft.trim() === '' || draft.trim() === name}>
        Rename
      </Button>
    </form>
  );
}

function HoldSection() {
  const { id, name } = useWorkspace();
  const { ask } = useHoldDialog();
  const { data: holds } = useQuery(holdsQuery(id));
  return (
    <SettingsSection
      title="Hold all runs"
      description="New runs of all workflows wait until you release them. Runs in progress finish."
    >
      <Button onClick={() => ask({ workspaceId: id, workflowId: null, name })}>
        {holdOn(holds, null) === undefined ? 'Hold all runs…' : 'Release or discard…'}
      </Button>
    </SettingsSection>
  );
}

function DeleteSection() {
  const { id, name } = useWorkspace();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const ends = useQuery({
    queryKey: ['workspace', id, 'what-ends'],
    queryFn: ({ signal }) => client.call(countWorkspaceEndsEndpoint, { params: { id } }, { signal }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  });
  const remove = useMutation({
    mutationFn: () => client.call(deleteWorkspaceEndpoint, { params: { id }, body: { name: typed } }),
    onSuccess: () => window.location.assign('/'),
    meta: { quiet: true },
  });
  return (
    <SettingsSection
      title="Delete this workspace"
      description="With its workflows, logs, variables and members. This can’t be undone."
    >
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete workspace…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="sm"
        title={`Delete “${name}”?`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="danger"
              disabled={typed !== name}
              busy={remove.isPending || remove.isSuccess}
              onClick={() => remove.mutate()}
            >
              Delete workspace
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {remove.isError ? <Notice tone="danger">{errorWords(remove.error)}</Notice> : null}
          {ends.data ? (
            <p className="text-muted text-sm">{deletionImpactWords(ends.data.data, 'workspace')}</p>
          ) : null}
          <Field label="Type its name to confirm">
            <Input value={typed} placeholder={name} onChange={(event) => setTyped(event.target.value)} />
          </Field>
        </div>
      </Dialog>
    </SettingsSection>
  );
}

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Braces, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import type { Column } from '@/components/ui/data-table';
import { IconButton } from '@/components/ui/icon-button';
import { RelativeTime } from '@/components/ui/relative-time';
import { looksLikeVariable } from '@/lib/core/references/read-variable';
import { client } from '@/lib/platform/http/client';
import { deleteVariableEndpoint } from '@/lib/services/variables/endpoints';
import type { Variable } from '@/lib/services/variables/schema';
import { variablesQuery, variableUsesQuery } from './settings-queries';
import { SettingsSection } from './settings-section';
import { describeUses } from './use-words';
import { VariableDialog } from './variable-dialog';

export function VariableSettings() {
  const { id, canWrite } = useWorkspace();
  const variables = useQuery(variablesQuery(id));
  const [setting, setSetting] = useState<Variable | 'new' | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  return (
    <SettingsSection
      title="Variables"
      description={
        <>
          Read in any block as <code className="rounded-sm bg-pressed px-1 text-xs">{'{{NAME}}'}</code>.
          Secrets are encrypted, masked in logs, and never shown again; values that are not secret can be read
          here. A variable may have another value for live versions than for drafts.
        </>
      }
      actions={
        canWrite ? (
          <Button variant="primary" onClick={() => setSetting('new')}>
            <Plus aria-hidden />
            New variable
          </Button>
        ) : null
      }
    >
      <QueryTable
        query={variables}
        rows={variables.data}
        empty={{
          icon: Braces,
          title: 'No variables yet',
          words: 'Keep tokens and URLs here instead of in the blocks.',
        }}
        keyOf={(variable) => variable.name}
        columns={COLUMNS}
        actions={(variable) =>
          canWrite && !variable.builtIn ? (
            <>
              <IconButton
                label={`Replace the value of ${variable.name}`}
                onClick={() => setSetting(variable)}
              >
                <Pencil />
              </IconButton>
              <IconButton label={`Delete ${variable.name}`} onClick={() => setDeleting(variable.name)}>
                <Trash2 />
              </IconButton>
            </>
          ) : null
        }
      />
      {setting === null ? null : (
        <VariableDialog variable={setting === 'new' ? null : setting} onClose={() => setSetting(null)} />
      )}
      {deleting === null ? null : <DeleteQuestion name={deleting} onClose={() => setDeleting(null)} />}
    </SettingsSection>
  );
}

const COLUMNS: ReadonlyArray<Column<Variable>> = [
  { title: 'Name', className: 'font-mono text-xs', cell: ({ name }) => name },
  {
    title: 'Draft value',
    className: 'max-w-64 text-faint',
    cell: ({ value, builtIn }) => (
      <span className="flex items-center gap-2">
        <ShownValue value={value} />
        {builtIn ? <Badge>built in</Badge> : null}
      </span>
    ),
  },
  {
    title: 'Live value',
    className: 'max-w-64 text-faint',
    cell: ({ sameForLive, liveValue }) => (sameForLive ? 'Same' : <ShownValue value={liveValue} />),
  },
  {
    title: 'Changed',
    className: 'whitespace-nowrap text-muted',
    cell: ({ updatedAt }) => (updatedAt ? <RelativeTime at={updatedAt} /> : '—'),
  },
];

/** @param value null for a secret */
function ShownValue({ value }: { value: string | null }) {
  if (value === null)
    return (
      <span title="Secret">
        <span aria-hidden>••••••••</span>
        <span className="sr-only">secret</span>
      </span>
    );
  return (
    <span className="block truncate font-mono text-ink text-xs" title={value}>
      {value}
    </span>
  );
}

function DeleteQuestion({ name, onClose }: { name: string; onClose: () => void }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const uses = useQuery(variableUsesQuery(id, name));
  const what = looksLikeVariable(name)
    ? `Blocks that use {{${name}}} will fail until it is created again`
    : `Blocks that use {{${name}}} will get this text instead`;
  const remove = useMutation({
    mutationFn: () => client.call(deleteVariableEndpoint, { params: { workspaceId: id, name } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: variablesQuery(id).queryKey });
      toast.success(`Deleted ${name}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirmLabel="Delete variable"
      danger
      busy={remove.isPending || uses.isPending}
      onConfirm={() => remove.mutate()}
    >
      {uses.isError
        ? `${what}. Couldn’t load which workflows use it.`
        : describeUses(
            (uses.data ?? []).map((workflow) => workflow.name),
            what,
          )}{' '}
      The value can’t be restored.
    </ConfirmDialog>
  );
}

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Segmented } from '@/components/ui/segmented';
import { Select } from '@/components/ui/select';
import { ShownOnceDialog } from '@/components/ui/shown-once-dialog';
import { client } from '@/lib/platform/http/client';
import { serverNow } from '@/lib/platform/http/server-clock';
import { SCOPES, type Scope } from '@/lib/services/access/actor';
import { createApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import { KeyLimitFields } from './key-limit-fields';
import { limitProblems, limitsOf, NO_LIMITS } from './key-limits-form';
import { KEY_PRESETS, presetOf } from './key-presets';
import { apiKeysQuery } from './settings-queries';

const SCOPE_HELP: Record<Scope, string> = {
  'workflows:read': 'List and read workflows, folders, names of variables and comments',
  'workflows:write': 'Create, change and delete them, send single blocks and comment',
  'workflows:propose': 'Agents: read workflows without secrets, and propose changes; part of workflows:write',
  'workflows:publish': 'Publish, unpublish and choose the live version; part of workflows:write',
  'workflows:run': 'Start, watch and stop executions',
  'logs:read': 'Read logs, saved views and the plan',
  'webhooks:read': 'Read webhook subscriptions and their deliveries; with logs:read also what was sent',
  'webhooks:write':
    'Create, change, test, delete and redeliver; with logs:read also final output and trace spans',
  'connections:use': 'List connections and where they are used; part of workflows:write',
  'connections:write': 'Create, change, disconnect and delete connections',
  'members:write': 'Rename the workspace; invite, change and remove members and service accounts, for admins',
  'keys:write': 'Create, rotate and revoke API keys with no more rights than this one',
  'audit:read': 'Read who changed what, for admins',
};

const DAY_MS = 86_400_000;
const EXPIRIES = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const;
type Expiry = (typeof EXPIRIES)[number]['value'];

interface CreateKeyDialogProps {
  /** The service account that owns the key; undefined: the person. */
  account: { userId: string; name: string } | undefined;
  onClose: () => void;
}

/** Creates a key and shows it: the only time it is visible. */
export function CreateKeyDialog({ account, onClose }: CreateKeyDialogProps) {
  const { id, me } = useWorkspace();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(KEY_PRESETS[0].scopes);
  const [workspaceIds, setWorkspaceIds] = useState<readonly string[]>([id]);
  const [expiry, setExpiry] = useState<Expiry>('90');
  const [limits, setLimits] = useState(NO_LIMITS);
  const create = useMutation({
    mutationFn: () =>
      client.call(createApiKeyEndpoint, {
        body: {
          name,
          scopes: [...scopes],
          workspaceIds: [...workspaceIds],
          expiresAt:
            expiry === 'never' ? null : new Date(serverNow() + Number(expiry) * DAY_MS).toISOString(),
          ...limitsOf(limits),
          serviceAccountId: account?.userId,
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey }),
    meta: { quiet: true },
  });
  if (create.data)
    return <ShownKey secret={create.data.secret} name={create.data.data.name} onClose={onClose} />;
  return (
    <FormDialog
      title={account === undefined ? 'New API key' : `New API key of ${account.name}`}
      submitLabel="Create key"
      form={{
        error: create.error,
        problems: limitProblems(limits),
        onSubmit: () => create.mutate(),
        className: 'flex flex-col gap-5',
      }}
      busy={create.isPending}
      disabled={scopes.length === 0 || workspaceIds.length === 0}
      onClose={onClose}
    >
      <Field name="name" label="Name" help="What will use it, so that you recognise it later.">
        <Input
          autoFocus
          required
          maxLength={80}
          placeholder="Nightly report"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Choices
        legend="Scopes"
        presets={
          <Segmented
            aria-label="Presets of scopes"
            value={presetOf(scopes) ?? ''}
            onValueChange={(label) =>
              setScopes(KEY_PRESETS.find((preset) => preset.label === label)?.scopes ?? scopes)
            }
            options={KEY_PRESETS.map(({ label }) => ({ value: label as string, label }))}
            className="mb-1 self-start"
          />
        }
        options={SCOPES.map((scope) => ({ value: scope, label: scope, help: SCOPE_HELP[scope] }))}
        chosen={scopes}
        onChange={setScopes}
      />
      {account === undefined ? (
        <Choices
          legend="Workspaces"
          options={me.workspaces.map((workspace) => ({ value: workspace.id, label: workspace.name }))}
          chosen={workspaceIds}
          onChange={setWorkspaceIds}
        />
      ) : null}
      <KeyLimitFields
        draft={limits}
        workspaceIds={workspaceIds}
        onChange={(change) => setLimits({ ...limits, ...change })}
      />
      <Field label="Expires">
        <Select value={expiry} options={EXPIRIES} onValueChange={setExpiry} />
      </Field>
    </FormDialog>
  );
}

interface ChoicesProps<Value extends string> {
  legend: string;
  /** Buttons above the options that choose several at once. */
  presets?: ReactNode;
  options: ReadonlyArray<{ value: Value; label: string; help?: string }>;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}

function Choices<Value extends string>({ legend, presets, options, chosen, onChange }: ChoicesProps<Value>) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {presets}
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          help={option.help}
          checked={chosen.includes(option.value)}
          onCheckedChange={(checked) =>
            onChange(checked ? [...chosen, option.value] : chosen.filter((value) => value !== option.value))
          }
        />
      ))}
      {chosen.length === 0 ? <p className="text-danger text-xs">Choose at least one.</p> : null}
    </fieldset>
  );
}

function ShownKey({ secret, name, onClose }: { secret: string; name: string; onClose: () => void }) {
  return (
    <ShownOnceDialog
      title={`API key “${name}” created`}
      secret={secret}
      label="API key"
      warning="Copy it now. It is kept only as a hash and can’t be shown again."
      onClose={onClose}
    />
  );
}

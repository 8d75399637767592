'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { PasswordInput } from '@/components/ui/password-input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { client } from '@/lib/platform/http/client';
import { createConnectionEndpoint, updateConnectionEndpoint } from '@/lib/services/connections/endpoints';
import type { Connection } from '@/lib/services/connections/schema';
import { type ConnectionForm, editOf, formOf } from './connection-form';
import { connectionsQuery } from './settings-queries';

const KINDS = [
  {
    value: 'authorizationCode',
    label: 'OAuth 2, with a person',
    description: 'Somebody signs in at the provider (authorization code, PKCE)',
  },
  {
    value: 'clientCredentials',
    label: 'OAuth 2 client credentials',
    description: 'Id and secret alone give access',
  },
] as const;

const SENDING = [
  { value: 'header', label: 'As Basic authentication' },
  { value: 'body', label: 'In the form body' },
] as const;

export interface ConnectionDialogProps {
  /** Null for a new one. */
  connection: Connection | null;
  /** What the provider has to be told. */
  redirectUri: string;
  onClose: () => void;
}

/** A new connection, or other settings for one there is. */
export function ConnectionDialog({ connection, redirectUri, onClose }: ConnectionDialogProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [form, setForm] = useState(() => formOf(connection));
  const save = useMutation({
    mutationFn: () =>
      connection === null
        ? client.call(createConnectionEndpoint, { params: { workspaceId }, body: editOf(form) })
        : client.call(updateConnectionEndpoint, {
            params: { workspaceId, id: connection.id },
            body: editOf(form),
          }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: connectionsQuery(workspaceId).queryKey });
      toast.success(`Saved ${form.name}`);
      onClose();
    },
    meta: { quiet: true },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const refusals = fieldErrors(save.error);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={connection === null ? 'New connection' : `Edit ${connection.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="connection-form" busy={save.isPending}>
            {connection === null ? 'Create connection' : 'Save'}
          </Button>
        </>
      }
    >
      <form id="connection-form" onSubmit={submit} className="flex flex-col gap-4">
        {save.isError ? <Notice tone="danger">{errorWords(save.error)}</Notice> : null}
        <ConnectionFields
          form={form}
          hasSecret={connection?.hasSecret ?? false}
          refusals={refusals}
          redirectUri={redirectUri}
          onChange={(change) => setForm({ ...form, ...change })}
        />
      </form>
    </Dialog>
  );
}

interface ConnectionFieldsProps {
  form: ConnectionForm;
  hasSecret: boolean;
  refusals: Readonly<Record<string, string>>;
  redirectUri: string;
  onChange: (change: Partial<ConnectionForm>) => void;
}

function ConnectionFields({ form, hasSecret, refusals, redirectUri, onChange }: ConnectionFieldsProps) {
  const isPersonal = form.kind === 'authorizationCode';
  const text = (name: 'name' | 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'scopes') => ({
    value: form[name],
    spellCheck: false,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <Field label="Name" error={refusals.name}>
        <Input autoFocus required {...text('name')} />
      </Field>
      <Field label="Kind">
        <Select value={form.kind} options={KINDS} onValueChange={(kind) => onChange({ kind })} />
      </Field>
      {isPersonal ? (
        <>
          <div className="flex flex-col gap-1.5">
            <span className="font-medium text-sm">Redirect URI</span>
            <div className="flex items-center gap-2 rounded-md bg-sunken px-2.5 py-1.5">
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{redirectUri}</code>
              <CopyButton text={redirectUri} label="Copy the redirect URI" />
            </div>
            <span className="text-muted text-xs">Register it at the provider.</span>
          </div>
          <Field label="Authorize URL" error={refusals.authorizeUrl}>
            <Input required placeholder="https://example.com/oauth/authorize" {...text('authorizeUrl')} />
          </Field>
        </>
      ) : null}
      <Field label="Token URL" error={refusals.tokenUrl}>
        <Input required placeholder="https://example.com/oauth/token" {...text('tokenUrl')} />
      </Field>
      <Field label="Client id" error={refusals.clientId}>
        <Input required autoComplete="off" {...text('clientId')} />
      </Field>
      <Field
        label="Client secret"
        error={refusals.clientSecret}
        help={hasSecret ? 'Leave it empty to keep the one there is.' : 'Encrypted, and never shown again.'}
      >
        <PasswordInput
          autoComplete="off"
          value={form.clientSecret}
          onChange={(event) => onChange({ clientSecret: event.target.value })}
        />
      </Field>
      <Field label="Scopes" help="Separated by spaces; may be empty." error={refusals.scopes}>
        <Input {...text('scopes')} />
      </Field>
      <Field label="Send the credentials">
        <Select
          value={form.sendCredentials}
          options={SENDING}
          onValueChange={(sendCredentials) => onChange({ sendCredentials })}
        />
      </Field>
      <Field
        label="Extra parameters"
        help="One a line, for example access_type=offline or audience=https://api.example.com."
        error={refusals.parameters}
      >
        <Textarea
          rows={2}
          spellCheck={false}
          className="font-mono text-xs"
          value={form.parameters}
          onChange={(event) => onChange({ parameters: event.target.value })}
        />
      </Field>
    </>
  );
}

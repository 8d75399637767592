'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from 'sonner';
import { errorWords, fieldErrors } from '@/components/page/error-words';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { client } from '@/lib/platform/http/client';
import { createConnectionEndpoint, updateConnectionEndpoint } from '@/lib/services/connections/endpoints';
import { type Connection, hasOAuth } from '@/lib/services/connections/schema';
import { ConnectionFields } from './connection-fields';
import { editOf, formOf } from './connection-form';
import { connectionsQuery } from './settings-queries';

export interface ConnectionDialogProps {
  /** Null for a new one. */
  connection: Connection | null;
  /** The redirect URI to register at the provider. */
  redirectUri: string;
  onClose: () => void;
}

/** Creates a connection, or edits the settings of an existing one. */
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
          isNew={connection === null}
          hasSecret={keepsSecret(connection, form.kind)}
          refusals={refusals}
          redirectUri={redirectUri}
          onChange={(change) => setForm({ ...form, ...change })}
        />
      </form>
    </Dialog>
  );
}

/** True if the stored secret still fits: the secret of one kind is not valid for another. */
function keepsSecret(connection: Connection | null, kind: Connection['kind']): boolean {
  if (!connection?.hasSecret) return false;
  return connection.kind === kind || (hasOAuth(connection) && hasOAuth({ kind }));
}

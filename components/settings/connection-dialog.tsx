'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { errorWords } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
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
  onSaved?: (connection: Connection) => void;
  onClose: () => void;
}

/** Creates a connection, or edits the settings of an existing one. */
export function ConnectionDialog({ connection, redirectUri, onSaved, onClose }: ConnectionDialogProps) {
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
    onSuccess: async ({ data }) => {
      await queryClient.invalidateQueries({ queryKey: connectionsQuery(workspaceId).queryKey });
      toast.success(`Saved ${form.name}`);
      onSaved?.(data);
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      title={connection === null ? 'New connection' : `Edit ${connection.name}`}
      submitLabel={connection === null ? 'Create connection' : 'Save'}
      form={{
        error: save.error,
        // The field may belong to another kind than the one that is shown.
        notice: save.isError ? <Notice tone="danger">{errorWords(save.error)}</Notice> : null,
        onSubmit: () => save.mutate(),
      }}
      busy={save.isPending}
      onClose={onClose}
    >
      <ConnectionFields
        form={form}
        isNew={connection === null}
        hasSecret={keepsSecret(connection, form.kind)}
        redirectUri={redirectUri}
        onChange={(change) => setForm({ ...form, ...change })}
      />
    </FormDialog>
  );
}

/** True if the stored secret still fits: the secret of one kind is not valid for another. */
function keepsSecret(connection: Connection | null, kind: Connection['kind']): boolean {
  if (!connection?.hasSecret) return false;
  return connection.kind === kind || (hasOAuth(connection) && hasOAuth({ kind }));
}

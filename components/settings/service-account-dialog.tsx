'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { client } from '@/lib/platform/http/client';
import type { Role } from '@/lib/services/access/actor';
import {
  createServiceAccountEndpoint,
  renameServiceAccountEndpoint,
} from '@/lib/services/workspaces/endpoints';
import type { Member } from '@/lib/services/workspaces/schema';
import { ROLE_OPTIONS } from './role-options';
import { membersQuery } from './settings-queries';

interface ServiceAccountDialogProps {
  /** Undefined: a new one. */
  account: Member | undefined;
  onClose: () => void;
}

/** Creates a service account, or renames one; its role is changed in the list of members. */
export function ServiceAccountDialog({ account, onClose }: ServiceAccountDialogProps) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const [name, setName] = useState(account?.name ?? '');
  const [role, setRole] = useState<Role>('writer');
  const save = useMutation({
    mutationFn: () =>
      account === undefined
        ? client.call(createServiceAccountEndpoint, {
            params: { workspaceId },
            body: { name: name.trim(), role },
          })
        : client.call(renameServiceAccountEndpoint, {
            params: { workspaceId, userId: account.userId },
            body: { name: name.trim() },
          }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery(workspaceId).queryKey });
      if (account === undefined) toast.success('Service account created. Make its keys under API keys.');
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      size="sm"
      title={account === undefined ? 'New service account' : 'Rename service account'}
      description={
        account === undefined
          ? 'It never signs in: programs act for it with API keys, which stay when people leave.'
          : undefined
      }
      submitLabel={account === undefined ? 'Create' : 'Rename'}
      form={{
        error: save.error,
        problems: { name: name.trim() === '' ? 'Enter a name.' : undefined },
        onSubmit: () => save.mutate(),
      }}
      busy={save.isPending}
      onClose={onClose}
    >
      <Field name="name" label="Name" required>
        <Input
          autoFocus
          maxLength={80}
          placeholder="Deployment"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {account === undefined ? (
        <Field name="role" label="Role">
          <Select value={role} options={ROLE_OPTIONS} onValueChange={setRole} />
        </Field>
      ) : null}
    </FormDialog>
  );
}

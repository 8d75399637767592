'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/page/form-dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { client } from '@/lib/platform/http/client';
import { updateApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import type { ApiKey } from '@/lib/services/api-keys/schema';
import { KeyLimitFields } from './key-limit-fields';
import { draftOf, limitProblems, limitsOf } from './key-limits-form';
import { apiKeysQuery } from './settings-queries';

/** Changes the name of a key and its limits; its scopes stay. */
export function EditKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(apiKey.name);
  const [limits, setLimits] = useState(() => draftOf(apiKey));
  const update = useMutation({
    mutationFn: () =>
      client.call(updateApiKeyEndpoint, {
        params: { id: apiKey.id },
        body: { name: name.trim(), ...limitsOf(limits) },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey });
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      title="Edit key"
      submitLabel="Save"
      form={{
        error: update.error,
        problems: {
          name: name.trim() === '' ? 'Enter a name.' : undefined,
          ...limitProblems(limits),
        },
        onSubmit: () => update.mutate(),
      }}
      busy={update.isPending}
      onClose={onClose}
    >
      <Field name="name" label="Name" required>
        <Input autoFocus maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <KeyLimitFields
        draft={limits}
        workspaceIds={apiKey.workspaceIds}
        onChange={(change) => setLimits({ ...limits, ...change })}
      />
    </FormDialog>
  );
}

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/page/form-dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { ShownOnceDialog } from '@/components/ui/shown-once-dialog';
import { client } from '@/lib/platform/http/client';
import { rotateApiKeyEndpoint } from '@/lib/services/api-keys/endpoints';
import type { ApiKey, KeyOverlap } from '@/lib/services/api-keys/schema';
import { keyLabel } from './api-key-label';
import { apiKeysQuery } from './settings-queries';

const OVERLAPS: ReadonlyArray<{ value: KeyOverlap; label: string }> = [
  { value: 'none', label: 'Stops at once' },
  { value: '1h', label: 'Works for 1 more hour' },
  { value: '24h', label: 'Works for 24 more hours' },
  { value: '7d', label: 'Works for 7 more days' },
];

/** Creates the key's successor and shows it: the only time it is visible. */
export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [overlap, setOverlap] = useState<KeyOverlap>('24h');
  const rotate = useMutation({
    mutationFn: () => client.call(rotateApiKeyEndpoint, { params: { id: apiKey.id }, body: { overlap } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery().queryKey }),
    meta: { quiet: true },
  });
  if (rotate.data)
    return (
      <ShownOnceDialog
        title={`The new key “${apiKey.name}”`}
        secret={rotate.data.secret}
        label="API key"
        warning="Copy it now. It is kept only as a hash and can’t be shown again."
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={`Rotate ${keyLabel(apiKey)}`}
      submitLabel="Rotate key"
      form={{ error: rotate.error, onSubmit: () => rotate.mutate() }}
      busy={rotate.isPending}
      onClose={onClose}
    >
      <p className="text-muted">
        You get a new key with the same scopes, workspaces, limits and lifetime. Use it in place of the one
        that ends in <span className="font-mono text-ink text-xs">{apiKey.lastFour}</span>.
      </p>
      <Field
        label="The old key"
        help={overlap === 'none' ? 'Calls that still use it are refused.' : undefined}
      >
        <Select value={overlap} options={OVERLAPS} onValueChange={setOverlap} />
      </Field>
    </FormDialog>
  );
}

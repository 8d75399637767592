'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { client } from '@/lib/platform/http/client';
import { setVariableEndpoint } from '@/lib/services/variables/endpoints';
import { type Variable, VariableName } from '@/lib/services/variables/schema';
import { variablesQuery } from './settings-queries';
import { useSameValue } from './use-same-value';
import { type ChosenForm, changeOf, formOf, isChosen } from './variable-form';
import { VariableKind } from './variable-kind';
import { VariableValues } from './variable-values';

export interface VariableDialogProps {
  /** The variable to change; null for a new one. */
  variable: Variable | null;
  /** The initial name of a new variable. */
  wantedName?: string;
  /** Uses an existing variable with the same value instead of a new one. */
  onUse?: (name: string) => void;
  onClose: () => void;
}

/** Creates a variable, or changes the values of an existing one. */
export function VariableDialog({ variable, wantedName = '', onUse, onClose }: VariableDialogProps) {
  const fixed = variable?.name ?? null;
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const [name, setName] = useState(fixed ?? wantedName);
  const [form, setForm] = useState(() => formOf(variable));
  const save = useMutation({
    mutationFn: (chosen: ChosenForm) =>
      client.call(setVariableEndpoint, {
        params: { workspaceId: id, name },
        body: changeOf(chosen, variable),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: variablesQuery(id).queryKey });
      toast.success(fixed === null ? `Created ${name}` : `Saved ${name}`);
      onClose();
    },
    meta: { quiet: true },
  });
  const checked = VariableName.safeParse(name);
  const known = queryClient.getQueryData(variablesQuery(id).queryKey)?.data ?? [];
  const replaces = fixed === null && known.some((variable) => variable.name === name);
  const same = useSameValue(id, form.value);
  const other = same.other === name ? null : same.other;
  const submit = () => {
    if (!isChosen(form)) return;
    const asks = onUse !== undefined && fixed === null && !form.hasLive && !same.isAsked;
    if (asks) same.ask(() => save.mutate(form));
    else save.mutate(form);
  };
  return (
    <FormDialog
      size="sm"
      title={fixed === null ? 'New variable' : `Edit ${fixed}`}
      submitLabel={fixed === null ? (replaces ? 'Replace value' : 'Create variable') : 'Save'}
      form={{
        error: save.error,
        problems: {
          name: checked.error?.issues[0]?.message,
          plain: isChosen(form) ? undefined : 'Choose secret or plain.',
        },
        onSubmit: submit,
      }}
      busy={save.isPending || same.isPending}
      onClose={onClose}
    >
      {fixed === null ? (
        <Field
          name="name"
          label="Name"
          {...(replaces ? { help: 'This variable exists; its value will be replaced.' } : {})}
        >
          <Input
            autoFocus={wantedName === ''}
            spellCheck={false}
            placeholder="API_TOKEN"
            className="font-mono"
            value={name}
            onChange={(event) => setName(event.target.value.trim())}
          />
        </Field>
      ) : null}
      <VariableValues
        form={form}
        stored={variable}
        autoFocus={fixed !== null || wantedName !== ''}
        onChange={setForm}
      />
      {other === null || onUse === undefined ? null : (
        <Notice
          title={`{{${other}}} holds this value already`}
          action={
            <Button size="sm" onClick={() => onUse(other)}>
              Use {other}
            </Button>
          }
        >
          One variable is easier to replace than two.
        </Notice>
      )}
      <VariableKind form={form} onChange={setForm} />
    </FormDialog>
  );
}

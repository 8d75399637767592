'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ImportedVariable } from '@/lib/core/blocks/import-export';
import { client } from '@/lib/platform/http/client';
import { setVariableEndpoint } from '@/lib/services/variables/endpoints';
import { FormDialog } from '../../page/form-dialog';
import { variablesQuery } from '../../settings/settings-queries';
import { Checkbox } from '../../ui/checkbox';
import { Field } from '../../ui/field';
import { countOf } from '../../ui/format-quantity';
import { Input } from '../../ui/input';
import { PasswordInput } from '../../ui/password-input';
import { useEditor, useEditorStore } from '../store/editor-context';
import { type NewVariable, rowsOfVariables, toCreate } from './imported-variables';

/** Creates the variables that imported requests read. */
export function CreateVariablesDialog() {
  const wanted = useEditor((state) => state.importedVariables);
  const taken = useEditor((state) => state.variables);
  return wanted === null || taken === undefined ? null : <VariablesForm wanted={wanted} taken={taken} />;
}

function VariablesForm({ wanted, taken }: { wanted: readonly ImportedVariable[]; taken: readonly string[] }) {
  const store = useEditorStore();
  const queryClient = useQueryClient();
  const workspaceId = useEditor((state) => state.workspaceId);
  const [rows, setRows] = useState(() => rowsOfVariables(wanted, taken));
  const close = () => store.setState({ importedVariables: null });
  const chosen = toCreate(rows);
  const create = useMutation({
    mutationFn: async () => {
      // Somebody may have created one since: nothing that exists is overwritten.
      const { data } = await queryClient.fetchQuery({ ...variablesQuery(workspaceId), staleTime: 0 });
      const now = new Set(data.map(({ name }) => name));
      const missing = chosen.filter(({ name }) => !now.has(name));
      for (const { name, value, isSecret } of missing)
        await client.call(setVariableEndpoint, {
          params: { workspaceId, name },
          body: { value, plain: !isSecret },
        });
      return missing.length;
    },
    onSuccess: (count) => {
      toast.success(`Created ${countOf(count, 'variable')}`);
      close();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: variablesQuery(workspaceId).queryKey }),
    meta: { quiet: true },
  });
  return (
    <FormDialog
      title="Create variables"
      description="Secret values are encrypted and never shown again. Variables that exist already are kept as they are."
      submitLabel={`Create ${countOf(chosen.length, 'variable')}`}
      disabled={chosen.length === 0}
      busy={create.isPending}
      form={{ error: create.error, onSubmit: () => create.mutate() }}
      onClose={close}
    >
      {rows.map((row, index) => (
        <VariableRow
          key={row.name}
          row={row}
          onChange={(part) => setRows(rows.map((each, at) => (at === index ? { ...each, ...part } : each)))}
        />
      ))}
    </FormDialog>
  );
}

interface VariableRowProps {
  row: NewVariable;
  onChange: (part: Partial<NewVariable>) => void;
}

function VariableRow({ row: { name, value, isSecret, isThere }, onChange }: VariableRowProps) {
  if (isThere)
    return (
      <p className="text-muted text-sm">
        <code className="font-mono text-xs">{name}</code> exists already, and keeps its value.
      </p>
    );
  const text = {
    value,
    onChange: (event: { target: { value: string } }) => onChange({ value: event.target.value }),
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={<span className="font-mono text-xs">{name}</span>}
        help={value === '' ? 'Without a value it is not created.' : undefined}
      >
        {isSecret ? <PasswordInput {...text} /> : <Input spellCheck={false} {...text} />}
      </Field>
      <span className="flex items-center gap-2 text-xs">
        <Checkbox
          id={`secret-${name}`}
          checked={isSecret}
          onCheckedChange={(checked) => onChange({ isSecret: checked === true })}
        />
        <label htmlFor={`secret-${name}`}>Secret</label>
      </span>
    </div>
  );
}

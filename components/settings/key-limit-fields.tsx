'use client';

import { useQueries } from '@tanstack/react-query';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, useFormErrors } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import type { KeyLimitsDraft } from './key-limits-form';

const REACHES = [
  { value: 'all', label: 'All of its workspaces' },
  { value: 'some', label: 'Only some' },
] as const;

interface KeyLimitFieldsProps {
  draft: KeyLimitsDraft;
  /** The workspaces of the key, whose workflows there are to choose from. */
  workspaceIds: readonly string[];
  onChange: (change: Partial<KeyLimitsDraft>) => void;
}

/** The workflows that a key reaches, and the addresses that it may be used from. */
export function KeyLimitFields({ draft, workspaceIds, onChange }: KeyLimitFieldsProps) {
  return (
    <>
      <Field
        name="workflows"
        label="Workflows"
        help={
          draft.workflows === 'some'
            ? 'Lists show only these, and operations that reach further are refused.'
            : undefined
        }
      >
        <Select
          value={draft.workflows}
          options={REACHES}
          onValueChange={(workflows) => onChange({ workflows })}
        />
      </Field>
      {draft.workflows === 'some' ? (
        <WorkflowChoice draft={draft} workspaceIds={workspaceIds} onChange={onChange} />
      ) : null}
      <Field
        name="addresses"
        label="Addresses"
        aside="optional"
        help="Addresses and CIDR ranges from which the key may be used. Empty: from everywhere."
      >
        <Textarea
          rows={2}
          spellCheck={false}
          className="font-mono text-xs"
          placeholder="203.0.113.0/24"
          value={draft.addresses}
          onChange={(event) => onChange({ addresses: event.target.value })}
        />
      </Field>
    </>
  );
}

function WorkflowChoice({ draft: { workflowIds }, workspaceIds, onChange }: KeyLimitFieldsProps) {
  const errors = useFormErrors();
  const lists = useQueries({ queries: workspaceIds.map((id) => workflowsQuery(id)) });
  const workflows = lists.flatMap(({ data }) => data ?? []);
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Workflows of the key</legend>
      <div className="flex max-h-40 flex-col gap-2 overflow-y-auto rounded-md border border-line p-2.5">
        {workflows.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={workflowIds.includes(id)}
            onCheckedChange={(checked) =>
              onChange({
                workflowIds: checked ? [...workflowIds, id] : workflowIds.filter((one) => one !== id),
              })
            }
          />
        ))}
        {workflows.length === 0 ? <p className="text-muted text-xs">No workflows.</p> : null}
      </div>
      {errors.workflowIds ? (
        <p role="alert" className="text-danger text-xs">
          {errors.workflowIds}
        </p>
      ) : null}
    </fieldset>
  );
}

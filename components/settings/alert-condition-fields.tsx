'use client';

import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '@/components/page/workspace-context';
import { Checkbox } from '@/components/ui/checkbox';
import { Field, useFormErrors } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import type { AlertDraft } from './alert-form';

const KINDS = [
  { value: 'failures', label: 'Runs fail' },
  { value: 'slower-than', label: 'Runs take too long' },
  { value: 'dearer-than', label: 'Runs cost too much' },
  { value: 'error-groups', label: 'Errors appear or come back' },
] as const;
const NEWS = [
  { value: 'any', label: 'New and reopened errors' },
  { value: 'new', label: 'New errors' },
  { value: 'reopened', label: 'Reopened errors' },
] as const;

export interface AlertFieldsProps {
  draft: AlertDraft;
  onChange: (change: Partial<AlertDraft>) => void;
}

type NumberName = 'count' | 'ms' | 'usd' | 'windowMinutes';

/** The fields for the condition and the watched workflows. */
export function AlertConditionFields({ draft, onChange }: AlertFieldsProps) {
  const number = (name: NumberName, label: string, path: string) => (
    <Field name={path} label={label}>
      <Input
        inputMode="decimal"
        className="tabular"
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      <Field label="Notify when">
        <Select value={draft.kind} options={KINDS} onValueChange={(kind) => onChange({ kind })} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {draft.kind === 'dearer-than' ? number('usd', 'More than, USD', 'condition.usd') : null}
        {draft.kind === 'slower-than' ? number('ms', 'Longer than, ms', 'condition.ms') : null}
        {draft.kind === 'failures' || draft.kind === 'slower-than'
          ? number('count', 'Runs, at least', 'condition.count')
          : null}
        {draft.kind === 'error-groups' ? (
          <Field name="condition.on" label="Which errors">
            <Select value={draft.on} options={NEWS} onValueChange={(on) => onChange({ on })} />
          </Field>
        ) : null}
        {number(
          'windowMinutes',
          draft.kind === 'error-groups' ? 'At most one every, minutes' : 'Within, minutes',
          'windowMinutes',
        )}
      </div>
      <WorkflowChoice draft={draft} onChange={onChange} />
    </>
  );
}

function WorkflowChoice({ draft: { workflowIds }, onChange }: AlertFieldsProps) {
  const errors = useFormErrors();
  const { id } = useWorkspace();
  const { data: workflows = [] } = useQuery(workflowsQuery(id));
  const toggle = (workflowId: string, isChosen: boolean) =>
    onChange({
      workflowIds: isChosen ? [...workflowIds, workflowId] : workflowIds.filter((one) => one !== workflowId),
    });
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">Workflows</legend>
      <p className="text-muted text-xs">
        {workflowIds.length === 0 ? 'All workflows, unless you choose some.' : null}
        {workflowIds.length === 0 ? null : `${workflowIds.length} chosen.`}
      </p>
      <div className="flex max-h-40 flex-col gap-2 overflow-y-auto rounded-md border border-line p-2.5">
        {workflows.map((workflow) => (
          <Checkbox
            key={workflow.id}
            label={workflow.name}
            checked={workflowIds.includes(workflow.id)}
            onCheckedChange={(checked) => toggle(workflow.id, checked === true)}
          />
        ))}
        {workflows.length === 0 ? <p className="text-muted text-xs">No workflows yet.</p> : null}
      </div>
      {errors.workflowIds ? (
        <p role="alert" className="text-danger text-xs">
          {errors.workflowIds}
        </p>
      ) : null}
    </fieldset>
  );
}

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
  { value: 'failure-rate', label: 'Too many of the runs fail' },
  { value: 'failures-in-a-row', label: 'Runs fail in a row' },
  { value: 'error-groups', label: 'Errors appear or come back' },
  { value: 'no-runs', label: 'Nothing runs' },
  { value: 'slower-than', label: 'Runs take too long' },
  { value: 'p95-slower-than', label: '95th percentile of durations is too long' },
  { value: 'dearer-than', label: 'Runs cost too much' },
  { value: 'queue-older-than', label: 'Runs stay in the queue' },
  { value: 'hold-older-than', label: 'A hold lasts too long' },
  { value: 'server-away', label: 'A server is unavailable' },
] as const;
const NEWS = [
  { value: 'any', label: 'New and reopened errors' },
  { value: 'new', label: 'New errors' },
  { value: 'reopened', label: 'Reopened errors' },
] as const;

interface WindowWords {
  label: string;
  help?: string;
}

const WITHIN: WindowWords = { label: 'Within, minutes' };
/** What the field of the window is called, where it is no window of runs. */
const WINDOWS: Readonly<Partial<Record<AlertDraft['kind'], WindowWords>>> = {
  'error-groups': { label: 'At most one every, minutes' },
  'no-runs': {
    label: 'No run for, minutes',
    help: 'Watches each workflow that ran before or has a schedule.',
  },
  'failures-in-a-row': { ...WITHIN, help: 'Each workflow by itself. It recovers when a run succeeds.' },
  'queue-older-than': { label: 'Longer than, minutes' },
  'hold-older-than': {
    label: 'Longer than, minutes',
    help: 'Each hold by itself, also one on the whole workspace.',
  },
  'server-away': {
    label: 'Longer than, minutes',
    help: 'Each server that runs wait for, by itself.',
  },
};
const COUNTS: Readonly<Partial<Record<AlertDraft['kind'], string>>> = {
  failures: 'Runs, at least',
  'failure-rate': 'Runs, at least',
  'failures-in-a-row': 'Failures in a row',
  'slower-than': 'Runs, at least',
  'p95-slower-than': 'Runs, at least',
};

export interface AlertFieldsProps {
  draft: AlertDraft;
  onChange: (change: Partial<AlertDraft>) => void;
}

type NumberName = 'count' | 'percent' | 'ms' | 'usd' | 'windowMinutes';

/** The fields for the condition and the watched workflows. */
export function AlertConditionFields({ draft, onChange }: AlertFieldsProps) {
  const { kind } = draft;
  const windowWords = WINDOWS[kind] ?? WITHIN;
  const countLabel = COUNTS[kind];
  const number = (name: NumberName, label: string, path: string, help?: string) => (
    <Field name={path} label={label} help={help}>
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
        <Select value={kind} options={KINDS} onValueChange={(chosen) => onChange({ kind: chosen })} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        {kind === 'dearer-than' ? number('usd', 'More than, USD', 'condition.usd') : null}
        {kind === 'failure-rate' ? number('percent', 'More than, %', 'condition.percent') : null}
        {kind === 'slower-than' || kind === 'p95-slower-than'
          ? number('ms', 'Longer than, ms', 'condition.ms')
          : null}
        {countLabel === undefined ? null : number('count', countLabel, 'condition.count')}
        {kind === 'error-groups' ? (
          <Field name="condition.on" label="Which errors">
            <Select value={draft.on} options={NEWS} onValueChange={(on) => onChange({ on })} />
          </Field>
        ) : null}
        {number('windowMinutes', windowWords.label, 'windowMinutes', windowWords.help)}
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

'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { budgetsQuery } from '@/components/budgets/budget-queries';
import { fieldProblems } from '@/components/page/error-words';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select, type SelectOption } from '@/components/ui/select';
import { typedNumber } from '@/components/ui/typed-number';
import { workflowsQuery } from '@/components/workflows/workflow-queries';
import { client } from '@/lib/platform/http/client';
import { createBudgetEndpoint, updateBudgetEndpoint } from '@/lib/services/budgets/endpoints';
import { type Budget, BudgetSettings, type Lift, type Measure } from '@/lib/services/budgets/schema';

const MEASURES: ReadonlyArray<SelectOption<Measure>> = [
  { value: 'requests', label: 'Requests', description: 'each attempt, to one server or all' },
  { value: 'dollars', label: 'Cost of models, USD' },
  { value: 'runs', label: 'Runs' },
  { value: 'failures-in-a-row', label: 'Failures in a row' },
];
const LIFTS: ReadonlyArray<SelectOption<Lift>> = [
  { value: 'release', label: 'Somebody releases them' },
  { value: 'window-end', label: 'The window ends', description: 'or somebody releases them before' },
];
const CALLERS: ReadonlyArray<SelectOption<Budget['waitingCallers']>> = [
  { value: 'refuse', label: 'Get 503' },
  { value: 'queue', label: 'Get 202', description: 'and a run that starts after the release' },
];
/** Stands for no workflow: an option has to have a value. */
const WORKSPACE = 'workspace';

/** Creates a budget, or changes it. */
export function BudgetDialog({ budget, onClose }: { budget: Budget | null; onClose: () => void }) {
  const { id: workspaceId, isAdmin } = useWorkspace();
  const queryClient = useQueryClient();
  const workflows = useQuery(workflowsQuery(workspaceId));
  const [scope, setScope] = useState(budget === null ? '' : (budget.workflowId ?? WORKSPACE));
  const [measure, setMeasure] = useState<Measure>(budget?.measure ?? 'requests');
  const [server, setServer] = useState(budget?.server ?? '');
  const [limit, setLimit] = useState(String(budget?.limit ?? ''));
  const [minutes, setMinutes] = useState(String(budget?.withinMinutes ?? '1440'));
  const [lift, setLift] = useState<Lift>(budget?.lift ?? 'release');
  const [waitingCallers, setCallers] = useState<Budget['waitingCallers']>(budget?.waitingCallers ?? 'refuse');
  const checked = BudgetSettings.safeParse({
    workflowId: scope === WORKSPACE ? null : scope,
    measure,
    server: measure !== 'requests' || server.trim() === '' ? null : server,
    limit: typedNumber(limit),
    withinMinutes: typedNumber(minutes),
    lift,
    waitingCallers,
  });
  const save = useMutation({
    mutationFn: (settings: BudgetSettings) =>
      budget === null
        ? client.call(createBudgetEndpoint, { body: { workspaceId, ...settings } })
        : client.call(updateBudgetEndpoint, { params: { id: budget.id }, body: settings }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: budgetsQuery(workspaceId).queryKey });
      toast.success('Budget saved');
      onClose();
    },
    meta: { quiet: true },
  });
  const scopes: Array<SelectOption<string>> = [
    ...(isAdmin ? [{ value: WORKSPACE, label: 'All runs of the workspace' }] : []),
    ...(workflows.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FormDialog
      size="sm"
      title={budget === null ? 'New budget' : 'Change budget'}
      submitLabel="Save budget"
      busy={save.isPending}
      form={{
        noValidate: true,
        error: save.error,
        problems: {
          ...fieldProblems(checked),
          ...(scope === '' && { workflowId: 'Choose a workflow, or all runs.' }),
        },
        onSubmit: () => checked.success && scope !== '' && save.mutate(checked.data),
      }}
      onClose={onClose}
    >
      <Field name="workflowId" label="Of">
        <Select value={scope} options={scopes} placeholder="Choose…" onValueChange={setScope} />
      </Field>
      <Field name="measure" label="Count">
        <Select value={measure} options={MEASURES} onValueChange={setMeasure} />
      </Field>
      {measure === 'requests' ? (
        <Field
          name="server"
          label="Server"
          aside="optional"
          help="A host. Empty counts requests to all servers."
        >
          <Input
            className="font-mono"
            placeholder="api.example.com"
            spellCheck={false}
            value={server}
            onChange={(event) => setServer(event.target.value)}
          />
        </Field>
      ) : null}
      <Field name="limit" label="Limit" help="Held once it is reached.">
        <Input
          inputMode="decimal"
          className="tabular max-w-40"
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
        />
      </Field>
      <Field name="withinMinutes" label="Window, minutes" help="1440 is a day. Each window begins with 0.">
        <Input
          inputMode="numeric"
          className="tabular max-w-40"
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
        />
      </Field>
      <Field name="lift" label="Held until">
        <Select value={lift} options={LIFTS} onValueChange={setLift} />
      </Field>
      <Field name="waitingCallers" label="Callers that wait for the result">
        <Select value={waitingCallers} options={CALLERS} onValueChange={setCallers} />
      </Field>
    </FormDialog>
  );
}

'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { FormDialog } from '@/components/page/form-dialog';
import { useWorkspace } from '@/components/page/workspace-context';
import { Field } from '@/components/ui/field';
import { formatCount, formatUsd } from '@/components/ui/format-quantity';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { numberProblems, typedNumber } from '@/components/ui/typed-number';
import { client } from '@/lib/platform/http/client';
import { setWorkspacePlanEndpoint } from '@/lib/services/limits/endpoints';
import { PLAN_LIMITS, PLANS, type Plan } from '@/lib/services/limits/plans';
import type { CustomLimits, WorkspacePlan } from '@/lib/services/limits/schema';
import { planQuery } from './settings-queries';

const AGREED: ReadonlyArray<{ name: keyof CustomLimits; label: string; words: (limit: number) => string }> = [
  { name: 'syncPerMinute', label: 'Synchronous runs per minute', words: formatCount },
  { name: 'asyncPerMinute', label: 'Asynchronous runs per minute', words: formatCount },
  { name: 'logsApiPerMinute', label: 'Logs API calls per minute', words: formatCount },
  { name: 'monthlyUsageUsd', label: 'Usage per month, in USD', words: formatUsd },
];

const PLAN_OPTIONS = PLANS.map((plan) => {
  const { syncPerMinute, asyncPerMinute, logsApiPerMinute } = PLAN_LIMITS[plan];
  const [sync, queued, logs] = [syncPerMinute, asyncPerMinute, logsApiPerMinute].map(formatCount);
  return {
    value: plan,
    label: <span className="capitalize">{plan}</span>,
    description: `${sync} sync and ${queued} async runs, ${logs} logs calls a minute`,
  };
});

type Texts = Partial<Record<keyof CustomLimits, string>>;

/** Changes the plan of the workspace's owner; an enterprise has its agreed limits, others the plan's. */
export function ChangePlanDialog({ current, onClose }: { current: WorkspacePlan; onClose: () => void }) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const [plan, setPlan] = useState<Plan>(current.plan);
  const [texts, setTexts] = useState<Texts>(() => textsOf(current.customLimits));
  const change = useMutation({
    mutationFn: () =>
      client.call(setWorkspacePlanEndpoint, {
        params: { workspaceId: id },
        body: { plan, customLimits: plan === 'enterprise' ? limitsOf(texts) : null },
      }),
    onSuccess: async (answer) => {
      queryClient.setQueryData(planQuery(id).queryKey, answer);
      toast.success(`${answer.data.holder.name} is on the ${answer.data.plan} plan`);
      onClose();
    },
    meta: { quiet: true },
  });
  return (
    <FormDialog
      title="Change plan"
      submitLabel="Change plan"
      form={{
        error: change.error,
        problems: numberProblems(texts, 'customLimits.'),
        onSubmit: () => change.mutate(),
        className: 'flex flex-col gap-5',
      }}
      busy={change.isPending}
      onClose={onClose}
    >
      <Field
        label={`Plan of ${current.holder.name}`}
        help="Applies to all of their workspaces at once; this minute’s counters start again at zero."
      >
        <Select value={plan} options={PLAN_OPTIONS} onValueChange={setPlan} />
      </Field>
      {plan === 'enterprise' ? (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 font-medium">
            Custom limits <span className="font-normal text-faint">(empty: the plan’s default)</span>
          </legend>
          {AGREED.map(({ name, label, words }) => (
            <Field key={name} name={`customLimits.${name}`} label={label}>
              <Input
                inputMode="decimal"
                placeholder={words(PLAN_LIMITS.enterprise[name])}
                value={texts[name] ?? ''}
                onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              />
            </Field>
          ))}
        </fieldset>
      ) : null}
    </FormDialog>
  );
}

function textsOf(custom: CustomLimits | null): Texts {
  return Object.fromEntries(Object.entries(custom ?? {}).map(([name, limit]) => [name, String(limit)]));
}

function limitsOf(texts: Texts): CustomLimits | null {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return given.length === 0
    ? null
    : Object.fromEntries(given.map(([name, text]) => [name, typedNumber(text)]));
}

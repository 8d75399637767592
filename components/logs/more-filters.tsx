'use client';

import { SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { LogsRequest } from '@/lib/services/logs/logs-request';
import { fromLocalInput, toLocalInput } from '../ui/local-instant';
import type { FilterName, LogFilters } from './log-filters';

const MORE = [
  'executionId',
  'minDurationMs',
  'maxDurationMs',
  'minCost',
  'maxCost',
  'model',
  'startDate',
  'endDate',
] as const;
type MoreName = (typeof MORE)[number];

const TEXT_FIELDS: ReadonlyArray<{ name: MoreName; label: string; placeholder?: string; wide?: boolean }> = [
  { name: 'executionId', label: 'Execution id', wide: true },
  { name: 'minDurationMs', label: 'Duration from (ms)', placeholder: '500' },
  { name: 'maxDurationMs', label: 'Duration to (ms)', placeholder: '30000' },
  { name: 'minCost', label: 'Cost from (USD)', placeholder: '0.01' },
  { name: 'maxCost', label: 'Cost to (USD)' },
  { name: 'model', label: 'AI model', wide: true },
];

/** The filters that are wanted less often. */
export function MoreFilters({
  filters,
  onChange,
}: {
  filters: LogFilters;
  onChange: (change: LogFilters) => void;
}) {
  const [open, setOpen] = useState(false);
  const count = MORE.filter((name) => filters[name]).length;
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className={count > 0 ? 'border-accent-solid/50 bg-accent-soft' : ''}>
          <SlidersHorizontal aria-hidden />
          More
          {count > 0 ? <span className="tabular text-accent">{count}</span> : null}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="More filters" align="start" className="w-80">
        <MoreForm
          filters={filters}
          onApply={(change) => {
            onChange(change);
            setOpen(false);
          }}
        />
      </PopoverContent>
    </Popover>
  );
}

function MoreForm({ filters, onApply }: { filters: LogFilters; onApply: (change: LogFilters) => void }) {
  const [draft, setDraft] = useState<LogFilters>(() =>
    Object.fromEntries(MORE.map((name) => [name, filters[name] ?? ''])),
  );
  const [tried, setTried] = useState(false);
  const set = (name: FilterName, value: string) => setDraft((before) => ({ ...before, [name]: value }));
  const errors = tried ? draftErrors(draft) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(draftErrors(draft)).length > 0) return;
    const dated = draft.startDate || draft.endDate ? { range: '' } : {};
    onApply({ ...draft, ...dated });
  };
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-2 gap-3">
      {TEXT_FIELDS.map(({ name, label, placeholder, wide }) => (
        <Field key={name} label={label} error={errors[name]} className={wide ? 'col-span-2' : ''}>
          <Input
            value={draft[name] ?? ''}
            placeholder={placeholder}
            inputMode={wide ? 'text' : 'decimal'}
            onChange={(event) => set(name, event.target.value.trim())}
          />
        </Field>
      ))}
      {(['startDate', 'endDate'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'startDate' ? 'Started from' : 'Started until'}
          error={errors[name]}
          className="col-span-2"
        >
          <Input
            type="datetime-local"
            value={toLocalInput(draft[name])}
            onChange={(event) => set(name, fromLocalInput(event.target.value))}
          />
        </Field>
      ))}
      <Button type="submit" variant="primary" className="col-span-2">
        Apply
      </Button>
    </form>
  );
}

/** The API's own rules, field by field. */
function draftErrors(draft: LogFilters): Partial<Record<FilterName, string>> {
  const errors: Partial<Record<FilterName, string>> = {};
  for (const name of MORE) {
    const result = LogsRequest.shape[name].safeParse(draft[name] || undefined);
    if (!result.success) errors[name] = result.error.issues[0]?.message ?? 'Invalid value.';
  }
  const over = (low: MoreName, high: MoreName) =>
    draft[low] && draft[high] && Number(draft[low]) > Number(draft[high]);
  if (over('minDurationMs', 'maxDurationMs')) errors.maxDurationMs = 'Must not be less than the minimum.';
  if (over('minCost', 'maxCost')) errors.maxCost = 'Must not be less than the minimum.';
  if (draft.startDate && draft.endDate && draft.startDate > draft.endDate)
    errors.endDate = 'Must not be before the start.';
  return errors;
}

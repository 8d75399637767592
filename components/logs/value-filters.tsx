'use client';

import { ChevronDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { LogsRequest } from '@/lib/services/logs/logs-request';
import { fromLocalInput, toLocalInput } from '../ui/local-instant';
import type { LogFilters } from './log-filters';

type ValueName =
  | 'executionId'
  | 'minDurationMs'
  | 'maxDurationMs'
  | 'minCost'
  | 'maxCost'
  | 'model'
  | 'startDate'
  | 'endDate';

interface ValueField {
  name: ValueName;
  label: string;
  kind: 'text' | 'number' | 'time';
  placeholder?: string;
}

/** What is typed in, each under its own name: what nobody sees, nobody finds. */
const FILTERS: ReadonlyArray<{ label: string; fields: readonly ValueField[] }> = [
  {
    label: 'Duration',
    fields: [
      { name: 'minDurationMs', label: 'From (ms)', kind: 'number', placeholder: '500' },
      { name: 'maxDurationMs', label: 'To (ms)', kind: 'number', placeholder: '30000' },
    ],
  },
  {
    label: 'Cost',
    fields: [
      { name: 'minCost', label: 'From (USD)', kind: 'number', placeholder: '0.01' },
      { name: 'maxCost', label: 'To (USD)', kind: 'number' },
    ],
  },
  { label: 'Model', fields: [{ name: 'model', label: 'AI model, as it is named in the log', kind: 'text' }] },
  { label: 'Execution', fields: [{ name: 'executionId', label: 'Execution id', kind: 'text' }] },
  {
    label: 'Dates',
    fields: [
      { name: 'startDate', label: 'Started from', kind: 'time' },
      { name: 'endDate', label: 'Started until', kind: 'time' },
    ],
  },
];

interface ValueFiltersProps {
  filters: LogFilters;
  onChange: (change: LogFilters) => void;
}

export function ValueFilters(props: ValueFiltersProps) {
  return FILTERS.map(({ label, fields }) => (
    <ValueFilter key={label} label={label} fields={fields} {...props} />
  ));
}

interface ValueFilterProps extends ValueFiltersProps {
  label: string;
  fields: readonly ValueField[];
}

function ValueFilter({ label, fields, filters, onChange }: ValueFilterProps) {
  const [open, setOpen] = useState(false);
  const words = chosenWords(fields, filters);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className={words === '' ? '' : 'border-accent-solid/50 bg-accent-soft'}>
          <span className="max-w-48 truncate">
            {label}
            {words === '' ? null : <span className="text-accent">: {words}</span>}
          </span>
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} align="start" className="w-72">
        <ValueForm
          fields={fields}
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

/** Of a range, `500 – 30000`, `from 500` or `to 30000`. */
function chosenWords([first, second]: readonly ValueField[], filters: LogFilters): string {
  const shown = (field: ValueField | undefined): string => {
    const value = field === undefined ? '' : (filters[field.name] ?? '');
    return field?.kind === 'time' ? toLocalInput(value).replace('T', ' ') : value;
  };
  const [low, high] = [shown(first), shown(second)];
  if (second === undefined || (low !== '' && high !== '')) return [low, high].filter(Boolean).join(' – ');
  if (low !== '') return `from ${low}`;
  return high === '' ? '' : `to ${high}`;
}

interface ValueFormProps {
  fields: readonly ValueField[];
  filters: LogFilters;
  onApply: (change: LogFilters) => void;
}

function ValueForm({ fields, filters, onApply }: ValueFormProps) {
  const [draft, setDraft] = useState<LogFilters>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, filters[name] ?? ''])),
  );
  const [tried, setTried] = useState(false);
  const set = (name: ValueName, value: string) => setDraft((before) => ({ ...before, [name]: value }));
  const found = draftErrors(fields, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(found).length > 0) return;
    onApply({ ...draft, ...(draft.startDate || draft.endDate ? { range: '' } : {}) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      {fields.map(({ name, label, kind, placeholder }) => (
        <Field key={name} label={label} error={tried ? found[name] : undefined}>
          {kind === 'time' ? (
            <Input
              type="datetime-local"
              value={toLocalInput(draft[name])}
              onChange={(event) => set(name, fromLocalInput(event.target.value))}
            />
          ) : (
            <Input
              value={draft[name] ?? ''}
              placeholder={placeholder}
              inputMode={kind === 'text' ? 'text' : 'decimal'}
              onChange={(event) => set(name, event.target.value.trim())}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  );
}

/** The API's own rules, field by field. */
function draftErrors(fields: readonly ValueField[], draft: LogFilters): Partial<Record<ValueName, string>> {
  const errors: Partial<Record<ValueName, string>> = {};
  for (const { name } of fields) {
    const result = LogsRequest.shape[name].safeParse(draft[name] || undefined);
    if (!result.success) errors[name] = result.error.issues[0]?.message ?? 'Invalid value.';
  }
  const over = (low: ValueName, high: ValueName) =>
    draft[low] && draft[high] && Number(draft[low]) > Number(draft[high]);
  if (over('minDurationMs', 'maxDurationMs')) errors.maxDurationMs = 'Must not be less than the minimum.';
  if (over('minCost', 'maxCost')) errors.maxCost = 'Must not be less than the minimum.';
  if (draft.startDate && draft.endDate && draft.startDate > draft.endDate)
    errors.endDate = 'Must not be before the start.';
  return errors;
}

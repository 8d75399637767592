'use client';

import { useState } from 'react';
import { Form } from '@/components/page/form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { FILTER_PARAMETERS, FILTER_RANGES, type ValueInput } from '@/lib/services/logs/log-filters';
import { fromLocalInput, toLocalInput } from '../ui/local-instant';
import type { LogFilters } from './log-filters';

/** Describes a range as `500 – 30000`, `from 500` or `to 30000`; texts are all listed. */
export function valueWords([first, second]: readonly ValueInput[], filters: LogFilters): string {
  const shown = (input: ValueInput | undefined): string => {
    const value = input === undefined ? '' : (filters[input.name] ?? '');
    return input?.kind === 'time' ? toLocalInput(value).replace('T', ' ') : value;
  };
  const [low, high] = [shown(first), shown(second)];
  if (first?.kind === 'text') return [low, high].filter(Boolean).join(' + ');
  if (second === undefined || (low !== '' && high !== '')) return [low, high].filter(Boolean).join(' – ');
  if (low !== '') return `from ${low}`;
  return high === '' ? '' : `to ${high}`;
}

interface ValueFormProps {
  inputs: readonly ValueInput[];
  filters: LogFilters;
  onApply: (change: LogFilters) => void;
}

type Draft = Record<string, string>;

/** The form of a filter for typed values. */
export function ValueForm({ inputs, filters, onApply }: ValueFormProps) {
  const [draft, setDraft] = useState<Draft>(() =>
    Object.fromEntries(inputs.map(({ name }) => [name, filters[name] ?? ''])),
  );
  const set = (name: string, value: string) => setDraft((before) => ({ ...before, [name]: value }));
  const given = Object.fromEntries(Object.entries(draft).map(([name, value]) => [name, value.trim()]));
  return (
    <Form
      noValidate
      error={null}
      problems={draftErrors(inputs, given)}
      onSubmit={() => onApply({ ...given, ...(given.startDate || given.endDate ? { range: '' } : {}) })}
      className="flex flex-col gap-3"
    >
      {inputs.map(({ name, label, kind, placeholder }) => (
        <Field key={name} name={name} label={label}>
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
              onChange={(event) => set(name, event.target.value)}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </Form>
  );
}

/** Validates field by field with the API's own rules. */
function draftErrors(inputs: readonly ValueInput[], draft: Draft): Draft {
  const errors: Draft = {};
  const values: Record<string, unknown> = {};
  for (const { name } of inputs) {
    const result = FILTER_PARAMETERS[name].safeParse(draft[name] || undefined);
    values[name] = result.data;
    if (!result.success) errors[name] = result.error.issues[0]?.message ?? 'Invalid value.';
  }
  for (const [min, max] of FILTER_RANGES) {
    const [least, most] = [values[min], values[max]];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    const isTime = inputs.some(({ name, kind }) => name === max && kind === 'time');
    errors[max] = isTime ? 'Must not be before the start.' : 'Must not be less than the minimum.';
  }
  return errors;
}

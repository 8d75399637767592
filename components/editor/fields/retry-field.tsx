'use client';

import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';
import { problemsAt, problemsElsewhere } from './problem-places';

const WHEN = [
  {
    value: 'always',
    label: 'Always',
    description: 'Connection failures, timeouts, 429 and 5xx, with every method',
  },
  {
    value: 'safe',
    label: 'Only when safe',
    description: 'POST and PATCH only on 429, 503, or when no connection was made',
  },
  { value: 'never', label: 'Never', description: 'One attempt' },
] as const;
const MAX_RETRIES = 10;
const DEFAULT_RETRIES = 3;

interface Retry {
  when: (typeof WHEN)[number]['value'];
  max: number;
}

export function RetryField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const retry: Retry = {
    when: 'always',
    max: DEFAULT_RETRIES,
    ...(fallback as object),
    ...(value as object),
  };
  const atMost = `${field.name}.max`;
  const shown = retry.when === 'never' ? [] : [atMost];
  return (
    <fieldset className="grid min-w-0 grid-cols-[1fr_7rem] gap-3">
      <Field label={field.label} help={field.help} error={problemNote(problemsElsewhere(problems, shown))}>
        <Select
          value={retry.when}
          options={WHEN}
          disabled={readOnly}
          onValueChange={(when) => onChange({ ...retry, when })}
        />
      </Field>
      {retry.when === 'never' ? null : (
        <Field label="At most" error={problemNote(problemsAt(problems, atMost))}>
          <Input
            type="number"
            min={0}
            max={MAX_RETRIES}
            value={retry.max}
            readOnly={readOnly}
            className="tabular"
            onChange={(event) => {
              const max = event.target.valueAsNumber;
              if (!Number.isNaN(max)) onChange({ ...retry, max: Math.round(max) });
            }}
          />
        </Field>
      )}
    </fieldset>
  );
}

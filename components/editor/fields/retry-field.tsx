'use client';

import { cn } from '../../ui/class-names';
import { Field, fieldPairClasses } from '../../ui/field';
import { Input } from '../../ui/input';
import { Select } from '../../ui/select';
import { useTypedNumber } from '../../ui/use-typed-number';
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
const DEFAULT_RETRIES = 3;

interface Retry {
  when: (typeof WHEN)[number]['value'];
  max?: number;
}

export function RetryField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const given = value as Partial<Retry> | undefined;
  const preset = fallback as Partial<Retry> | undefined;
  const retry: Retry = { when: 'always', ...preset, ...given };
  const change = (when: Retry['when'], max: number | undefined) =>
    onChange(max === undefined ? { when } : { when, max });
  const { problem, input } = useTypedNumber(given?.max, (max) => change(retry.when, max));
  const atMost = `${field.name}.max`;
  const shown = retry.when === 'never' ? [] : [atMost];
  return (
    <fieldset className={cn(fieldPairClasses, 'min-w-0 grid-cols-[1fr_7rem] gap-x-3')}>
      <Field label={field.label} help={field.help} error={problemNote(problemsElsewhere(problems, shown))}>
        <Select
          value={retry.when}
          options={WHEN}
          disabled={readOnly}
          onValueChange={(when) => change(when, given?.max)}
        />
      </Field>
      {retry.when === 'never' ? null : (
        <Field label="At most" error={problem ?? problemNote(problemsAt(problems, atMost))}>
          <Input
            {...input}
            placeholder={String(preset?.max ?? DEFAULT_RETRIES)}
            readOnly={readOnly}
            className="tabular"
          />
        </Field>
      )}
    </fieldset>
  );
}

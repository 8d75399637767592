'use client';

import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';

export function SelectField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const options = field.options ?? [];
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <Select
        value={String(value ?? fallback ?? '')}
        options={options.map((option) => ({ value: String(option.value), label: option.label }))}
        disabled={readOnly}
        {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
        onValueChange={(chosen) => onChange(options.find((option) => String(option.value) === chosen)?.value)}
      />
    </Field>
  );
}

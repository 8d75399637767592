'use client';

import { Field } from '../../ui/field';
import { Select } from '../../ui/select';
import { type FieldProps, problemWords } from './field-props';

/** `bare`: without its label, as in the row of method and address. */
export function SelectField(props: FieldProps & { bare?: boolean }) {
  const { field, value, fallback, onChange, problems, readOnly, bare = false } = props;
  const options = field.options ?? [];
  const select = (
    <Select
      value={String(value ?? fallback ?? '')}
      options={options.map((option) => ({ value: String(option.value), label: option.label }))}
      disabled={readOnly}
      {...(bare ? { 'aria-label': field.label } : {})}
      {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
      onValueChange={(chosen) => onChange(options.find((option) => String(option.value) === chosen)?.value)}
    />
  );
  if (bare) return select;
  return (
    <Field label={field.label} help={field.help} error={problemWords(problems)}>
      {select}
    </Field>
  );
}

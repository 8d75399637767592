'use client';

import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';
import { type FieldProps, fieldText, problemWords } from './field-props';

/** Text of several lines, taken as it is. */
export function MultilineField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  return (
    <Field label={field.label} help={field.help} error={problemWords(problems)}>
      <Textarea
        value={fieldText(value ?? fallback)}
        rows={8}
        placeholder={field.placeholder}
        readOnly={readOnly}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

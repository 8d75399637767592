'use client';

import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { type FieldProps, fieldText, problemWords } from './field-props';

export function TextField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const text = fieldText(value ?? fallback);
  return (
    <Field label={field.label} help={field.help} error={problemWords(problems)}>
      {field.references === 'none' ? (
        <Input
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <ReferenceInput
          blockId={blockId}
          when={field.perIteration}
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

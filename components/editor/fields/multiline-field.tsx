'use client';

import { Field } from '../../ui/field';
import { Textarea } from '../../ui/textarea';
import { ReferenceInput } from '../references/reference-input';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';

/** Text of several lines, plain or with references. */
export function MultilineField({
  field,
  blockId,
  value,
  fallback,
  onChange,
  problems,
  readOnly,
}: FieldProps) {
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      {field.references === 'none' ? (
        <Textarea
          isJson={field.holdsJson === true}
          className={field.holdsJson ? 'font-mono text-xs' : ''}
          value={fieldText(value ?? fallback)}
          rows={8}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <ReferenceInput
          blockId={blockId}
          value={fieldText(value ?? fallback)}
          placeholder={field.placeholder}
          readOnly={readOnly}
          multiline
          whole={field.references === 'value' ? 'value' : 'none'}
          minRows={4}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

'use client';

import { Field } from '../../ui/field';
import { ReferenceInput } from '../references/reference-input';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';

/** Several lines in the mono face, with references: source code, or a value of any type. */
export function CodeField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <ReferenceInput
        blockId={blockId}
        when={field.perIteration}
        value={fieldText(value ?? fallback)}
        placeholder={field.placeholder}
        readOnly={readOnly}
        multiline
        mono
        minRows={field.references === 'bindings' ? undefined : 2}
        whole={field.references === 'value' ? 'value' : 'none'}
        language={field.references === 'bindings' ? 'function' : 'text'}
        onChange={onChange}
      />
    </Field>
  );
}

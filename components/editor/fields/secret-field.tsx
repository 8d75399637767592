'use client';

import { Field } from '../../ui/field';
import { PasswordInput } from '../../ui/password-input';
import { useEditor } from '../store/editor-context';
import { type FieldProps, fieldText } from './field-props';
import { problemNote } from './problem-note';
import { secretOptions } from './secret-options';
import { SuggestedInput } from './suggested-input';

const READABLE =
  'Everyone who can open this workflow can read it. Keep it in a variable and write {{NAME}} here.';

/** A secret: best a variable, whose name is shown; one that is typed is hidden. */
export function SecretField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const variables = useEditor((state) => state.variables);
  const text = fieldText(value ?? fallback);
  const isVariable = text.trimStart().startsWith('{');
  const options = readOnly ? [] : secretOptions(variables ?? [], text);
  return (
    <Field
      label={field.label}
      help={text.trim() === '' || isVariable ? field.help : READABLE}
      error={problemNote(problems)}
    >
      <SuggestedInput label={field.label} value={text} options={options} onChoose={onChange}>
        <PasswordInput
          isHidden={!isVariable}
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </SuggestedInput>
    </Field>
  );
}

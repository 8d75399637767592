'use client';

import { Switch } from '../../ui/switch';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';

export function SwitchField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const words = problemNote(problems);
  return (
    <div>
      <Switch
        label={field.label}
        help={field.help}
        checked={(value ?? fallback) === true}
        disabled={readOnly}
        onCheckedChange={onChange}
      />
      {words === undefined ? null : (
        <p role="alert" className="mt-1 text-danger text-xs">
          {words}
        </p>
      )}
    </div>
  );
}

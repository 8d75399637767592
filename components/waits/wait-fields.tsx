'use client';

import type { WaitPage } from '@/lib/services/runs/wait-schema';
import { Checkbox } from '../ui/checkbox';
import { Field } from '../ui/field';
import { Input } from '../ui/input';
import type { FilledIn } from './filled-in';

export interface WaitFieldsProps {
  fields: WaitPage['fields'];
  values: FilledIn;
  problems: Readonly<Record<string, string>>;
  onChange: (values: FilledIn) => void;
}

export function WaitFields({ fields, values, problems, onChange }: WaitFieldsProps) {
  return fields.map(({ name, label, type, required }) => {
    const value = values[name];
    const set = (next: string | boolean) => onChange({ ...values, [name]: next });
    if (type === 'boolean')
      return <Checkbox key={name} label={label} checked={value === true} onCheckedChange={set} />;
    return (
      <Field
        key={name}
        label={label}
        required={required}
        aside={required ? null : 'optional'}
        error={problems[name]}
      >
        <Input
          name={name}
          inputMode={type === 'number' ? 'decimal' : 'text'}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => set(event.target.value)}
        />
      </Field>
    );
  });
}

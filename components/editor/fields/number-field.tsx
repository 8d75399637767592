'use client';

import { useEffect, useState } from 'react';
import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';

/** Milliseconds are shown as seconds, the unit people think in. */
const MS_UNIT = { factor: 1_000, unit: 's' };
const PLAIN = { factor: 1, unit: undefined };

export function NumberField({ field, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const { factor, unit = field.unit } = field.unit === 'ms' ? MS_UNIT : PLAIN;
  const shown = value ?? fallback;
  const number = typeof shown === 'number' ? shown / factor : null;
  const [text, setText] = useState(number === null ? '' : String(number));
  // Undo and other tabs change the value from outside; incomplete input ("1.") is not replaced.
  useEffect(() => {
    setText((typed) =>
      Number(typed) === number && typed !== '' ? typed : number === null ? '' : String(number),
    );
  }, [number]);
  const bounds = [field.min, field.max].map((bound) => (bound === undefined ? undefined : bound / factor));
  return (
    <Field label={field.label} help={field.help} error={problemNote(problems)}>
      <div className="flex items-center gap-2">
        <Input
          type="number"
          inputMode="decimal"
          step="any"
          min={bounds[0]}
          max={bounds[1]}
          value={text}
          placeholder={field.placeholder}
          readOnly={readOnly}
          className="tabular max-w-32"
          onChange={(event) => {
            setText(event.target.value);
            const typed = event.target.valueAsNumber;
            onChange(Number.isNaN(typed) ? undefined : Math.round(typed * factor * 1_000) / 1_000);
          }}
        />
        {unit === undefined ? null : <span className="text-muted text-xs">{unit}</span>}
      </div>
    </Field>
  );
}

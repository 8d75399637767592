'use client';

import { Field } from '../../ui/field';
import { Input } from '../../ui/input';
import { useTypedNumber } from '../../ui/use-typed-number';
import { useEditor } from '../store/editor-context';
import type { FieldProps } from './field-props';
import { problemNote } from './problem-note';

/** Milliseconds are shown as seconds, the unit people think in. */
const MS_UNIT = { factor: 1_000, unit: 's' };
const NO_CONFIG = {};
const PLAIN = { factor: 1, unit: undefined };

export function NumberField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const ofSetting = useEditor(({ document }) =>
    field.unitOf?.(document.blocks[blockId]?.config ?? NO_CONFIG),
  );
  const { factor, unit = ofSetting ?? field.unit } = field.unit === 'ms' ? MS_UNIT : PLAIN;
  const shown = (number: unknown) => (typeof number === 'number' ? number / factor : undefined);
  const { problem, input } = useTypedNumber(shown(value), (typed) =>
    onChange(typed === undefined ? undefined : Math.round(typed * factor * 1_000) / 1_000),
  );
  return (
    <Field label={field.label} help={field.help} error={problem ?? problemNote(problems)}>
      <div className="flex items-center gap-2">
        <Input
          {...input}
          placeholder={String(shown(fallback) ?? field.placeholder ?? '')}
          readOnly={readOnly}
          className="tabular max-w-32"
        />
        {unit === undefined ? null : <span className="text-muted text-xs">{unit}</span>}
      </div>
    </Field>
  );
}

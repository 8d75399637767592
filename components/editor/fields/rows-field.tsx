'use client';

import { type FieldProps, problemWords } from './field-props';
import { rowsOf } from './row-list';
import { RowTable } from './row-table';

export function RowsField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const words = problemWords(problems);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      <RowTable
        label={field.label}
        blockId={blockId}
        rows={rowsOf(value ?? fallback)}
        readOnly={readOnly}
        onChange={onChange}
      />
      {field.help === undefined ? null : <p className="mt-1.5 text-muted text-xs">{field.help}</p>}
      {words === undefined ? null : (
        <p role="alert" className="mt-1.5 text-danger text-xs">
          {words}
        </p>
      )}
    </fieldset>
  );
}

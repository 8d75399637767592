'use client';

import { useState } from 'react';
import { Button } from '../../ui/button';
import { BulkRows } from './bulk-rows';
import { FieldNotes } from './field-notes';
import type { FieldProps } from './field-props';
import { HEADER_SUGGESTIONS } from './header-suggestions';
import { KeyedRows } from './keyed-rows';
import { problemNote } from './problem-note';
import { rowsOf } from './row-list';
import { problemsByRow } from './row-problems';
import { RowTable } from './row-table';
import { UrlQueryNote } from './url-query-note';

/** A table of keys and values, or the same rows as lines of text. */
export function RowsField(props: FieldProps) {
  const { field, blockId, value, fallback, onChange, problems, readOnly } = props;
  const [isBulk, setBulk] = useState(false);
  const rows = rowsOf(value ?? fallback);
  const { byRow, others } = problemsByRow(problems, field.name);
  if (field.rowKeys !== undefined) return <KeyedRows {...props} rowKeys={field.rowKeys} rows={rows} />;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="sr-only">{field.label}</legend>
      <div className="flex items-baseline justify-between">
        <span aria-hidden className="font-medium text-sm">
          {field.label}
        </span>
        {readOnly ? null : (
          <Button variant="link" size="sm" aria-pressed={isBulk} onClick={() => setBulk(!isBulk)}>
            {isBulk ? 'Edit as rows' : 'Edit as text'}
          </Button>
        )}
      </div>
      {isBulk ? (
        <BulkRows label={field.label} rows={rows} onChange={onChange} />
      ) : (
        <RowTable
          label={field.label}
          blockId={blockId}
          rows={rows}
          readOnly={readOnly}
          problems={byRow}
          suggestions={field.references === 'header-rows' ? HEADER_SUGGESTIONS : undefined}
          onChange={onChange}
        />
      )}
      {readOnly ? null : <UrlQueryNote {...props} rows={rows} />}
      <FieldNotes help={field.help} error={problemNote(isBulk ? problems : others)} />
    </fieldset>
  );
}

'use client';

import { useState } from 'react';
import { Button } from '../../ui/button';
import type { BodyEditorProps } from './body-field';
import { BulkRows } from './bulk-rows';
import { FieldNotes } from './field-notes';
import { rowsOf } from './row-list';
import { RowTable } from './row-table';

/** The rows of a form. In a multipart one, a reference to a file an earlier block got becomes a file. */
export function FormRows({ body, blockId, readOnly, change, error }: BodyEditorProps) {
  const [isBulk, setBulk] = useState(false);
  const rows = rowsOf(body.rows);
  const isMultipart = body.kind === 'multipart';
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between">
        <span aria-hidden className="font-medium text-sm">
          {isMultipart ? 'Parts' : 'Form fields'}
        </span>
        {readOnly ? null : (
          <Button variant="link" size="sm" aria-pressed={isBulk} onClick={() => setBulk(!isBulk)}>
            {isBulk ? 'Edit as rows' : 'Edit as text'}
          </Button>
        )}
      </div>
      {isBulk ? (
        <BulkRows label="Form" rows={rows} onChange={(next) => change({ rows: next })} />
      ) : (
        <RowTable
          label="Form"
          blockId={blockId}
          rows={rows}
          readOnly={readOnly}
          hasFiles={isMultipart}
          onChange={(next) => change({ rows: next })}
        />
      )}
      <FieldNotes
        help={
          isMultipart
            ? 'A value that is one reference to a file, such as <download.data>, is sent as a file.'
            : undefined
        }
        error={error}
      />
    </div>
  );
}

'use client';

import { useState } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { BulkRows } from './bulk-rows';
import { FieldNotes } from './field-notes';
import { problemNote } from './problem-note';
import type { EditedRow } from './row-list';
import { problemsByRow } from './row-problems';
import { RowTable } from './row-table';

const FILE_HELP =
  'A value that is one reference to a file, such as <download.data>, or <start.photo> of type object, ' +
  'is sent as a file.';

export interface FormRowsProps {
  isMultipart: boolean;
  rows: readonly EditedRow[];
  blockId: string;
  readOnly: boolean;
  onChange: (rows: EditedRow[]) => void;
  problems: readonly WorkflowProblem[];
  /** The path of the rows in the config. */
  place: string;
}

/** The rows of a form. In a multipart form, a reference to a file from an earlier block becomes a file. */
export function FormRows(props: FormRowsProps) {
  const { isMultipart, rows, blockId, readOnly, onChange, problems, place } = props;
  const { byRow, others } = problemsByRow(problems, place);
  const [isBulk, setBulk] = useState(false);
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
        <BulkRows label="Form" rows={rows} onChange={onChange} />
      ) : (
        <RowTable
          label="Form"
          blockId={blockId}
          rows={rows}
          readOnly={readOnly}
          hasFiles={isMultipart}
          problems={byRow}
          onChange={onChange}
        />
      )}
      <FieldNotes
        help={isMultipart ? FILE_HELP : undefined}
        error={problemNote(isBulk ? problems : others)}
      />
    </div>
  );
}

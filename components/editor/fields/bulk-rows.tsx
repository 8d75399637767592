'use client';

import { useEffect, useRef, useState } from 'react';
import { Textarea } from '../../ui/textarea';
import type { EditedRow } from './row-list';
import { rowsFromText, textFromRows } from './row-text';

const MIN_ROWS = 6;
const MAX_ROWS = 20;

export interface BulkRowsProps {
  label: string;
  rows: readonly EditedRow[];
  onChange: (rows: EditedRow[]) => void;
}

/** Edits rows as text. The typed text stays unchanged while it means the current rows. */
export function BulkRows({ label, rows, onChange }: BulkRowsProps) {
  const written = textFromRows(rows);
  const [text, setText] = useState(written);
  const isTyped = useRef(written);
  useEffect(() => {
    // Undo, or another user, changed the rows.
    if (isTyped.current !== written) setText(written);
    isTyped.current = written;
  }, [written]);
  return (
    <>
      <Textarea
        aria-label={`${label} as text`}
        value={text}
        rows={Math.min(Math.max(text.split('\n').length + 1, MIN_ROWS), MAX_ROWS)}
        spellCheck={false}
        placeholder={'key: value\n# key: disabled'}
        className="resize-y font-mono text-xs"
        onChange={(event) => {
          const next = rowsFromText(event.target.value, rows);
          setText(event.target.value);
          isTyped.current = textFromRows(next);
          onChange(next);
        }}
      />
      <p className="text-faint text-xs">One “key: value” per line; “#” in front disables it.</p>
    </>
  );
}

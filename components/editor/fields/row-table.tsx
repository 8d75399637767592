'use client';

import { useRef } from 'react';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';
import type { Suggestions } from './header-suggestions';
import { type EditedRow, moveRow, withoutRow, withRow } from './row-list';
import type { RowProblem } from './row-problems';
import { rowsFromPaste } from './row-text';
import { TableRow } from './table-row';

export interface RowTableProps {
  /** The name of the rows for screen readers: "Headers". */
  label: string;
  blockId: string;
  rows: readonly EditedRow[];
  onChange: (rows: EditedRow[]) => void;
  readOnly: boolean;
  suggestions?: Suggestions | undefined;
  /** Problems by row index. */
  problems?: ReadonlyMap<number, RowProblem>;
  /** If true, rows that can be files have an input for the file's name. */
  hasFiles?: boolean;
}

const BLANK: EditedRow = { key: '', value: '', enabled: true };

/** Keys and values, each row on or off; typing in the last, blank row adds it, pasting lines adds many. */
export function RowTable(props: RowTableProps) {
  const { label, blockId, rows, onChange, readOnly, suggestions, problems, hasFiles } = props;
  const table = useRef<HTMLDivElement>(null);
  const shown = readOnly ? rows : [...rows, BLANK];
  const entries = shown.map((row, index) => ({ row, index, id: `row-${index}` }));
  const keyOf = (index: number) =>
    table.current?.querySelectorAll('[data-row-key]')[index]?.querySelector<HTMLElement>(TEXT_CONTROL);
  /** Returns true if the text contained rows, which then replace this row. */
  const paste = (index: number, text: string) => {
    const pasted = rowsFromPaste(text);
    if (pasted === null || readOnly) return false;
    focusAfter(
      () => onChange([...rows.slice(0, index), ...pasted, ...rows.slice(index + 1)]),
      () => keyOf(index + pasted.length),
    );
    return true;
  };
  return (
    <div ref={table} data-rows className="flex flex-col gap-1.5">
      {entries.map(({ row, index, id }) => (
        <TableRow
          key={id}
          name={`${label} row ${index + 1}`}
          blockId={blockId}
          row={row}
          index={index}
          isBlank={index === rows.length}
          isLone={rows.length === 0}
          readOnly={readOnly}
          suggestions={suggestions}
          problem={problems?.get(index)}
          hasFile={hasFiles === true}
          onChange={(next) => onChange(withRow(rows, index, next))}
          onRemove={() =>
            focusAfter(
              () => onChange(withoutRow(rows, index)),
              () => keyOf(Math.max(index - 1, 0)),
            )
          }
          onMove={(from, to) => onChange(moveRow(rows, from, to))}
          onPaste={(text) => paste(index, text)}
          onEnter={() => keyOf(index + 1)?.focus()}
        />
      ))}
      {shown.length === 0 ? <p className="text-faint text-xs">None.</p> : null}
    </div>
  );
}

'use client';

import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { pathInside } from '@/lib/core/references/path-text';
import { cn } from './class-names';
import { CopyButton } from './copy-button';
import { countOf } from './format-quantity';
import { valueColor } from './json-row';
import { cellOf, type JsonTable, orderOf, type TableOrder, tableCsv } from './json-table-rows';
import { previewOf } from './json-tree';
import { useRowWindow } from './windowed-rows';

const ROW_HEIGHT_PX = 26;
const PREVIEW_CHARS = 120;
const PAGE_ROWS = 10;
const MEASURED_ROWS = 30;
/** The width of a column, in characters. */
const LEAST_CH = 7;
const MOST_CH = 32;
/** A cell's padding and border, with a reserve for rounding. */
const EDGES_PX = 18;

export interface JsonTableProps {
  table: JsonTable;
  label: string;
  maxHeight: string;
  /** Called with the path of a picked cell. */
  onPick: (path: string) => void;
  pickLabel: string;
}

/** The header row is -1. */
interface Cell {
  row: number;
  column: number;
}

/** A list of objects as a table: headers sort, arrow keys move, Enter picks; renders only visible rows. */
export function JsonTableView({ table, label, maxHeight, onPick, pickLabel }: JsonTableProps) {
  const { columns, rows, path, hidden } = table;
  const view = useRef<HTMLTableElement>(null);
  const id = useId();
  const [order, setOrder] = useState<TableOrder | null>(null);
  const [current, setCurrent] = useState<Cell>({ row: -1, column: 0 });
  const places = useMemo(() => orderOf(table, order), [table, order]);
  const widths = useMemo(() => columns.map((column) => widthOf(table, column)), [table, columns]);
  const { start, end, reveal } = useRowWindow(view, rows.length, ROW_HEIGHT_PX);
  const currentId = `${id}-${current.row}-${current.column}`;
  const isDrawn = current.row === -1 || (current.row >= start && current.row < end);
  useEffect(() => {
    if (isDrawn && view.current?.contains(document.activeElement))
      document.getElementById(currentId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId, isDrawn]);

  const goTo = ({ row, column }: Cell) => {
    const next = { row: clamp(row, -1, rows.length - 1), column: clamp(column, 0, columns.length - 1) };
    setCurrent(next);
    if (next.row >= 0) reveal(next.row);
  };
  const sortBy = (column: string) =>
    setOrder((before) => {
      if (before?.column !== column) return { column, descending: false };
      return before.descending ? null : { column, descending: true };
    });
  const act = ({ row, column }: Cell) => {
    const name = columns[column];
    if (name === undefined) return;
    if (row === -1) sortBy(name);
    else onPick(pathInside([...path, places[row] ?? 0, name]));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') act(current);
    else {
      const next = nextCell(event, current, { row: rows.length - 1, column: columns.length - 1 });
      if (next === null) return;
      goTo(next);
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
    const [row, column] = (cell?.getAttribute('data-cell') ?? '').split(' ').map(Number);
    if (row === undefined || column === undefined) return;
    setCurrent({ row, column });
    act({ row, column });
  };
  const cellProps = (row: number, column: number) => ({
    id: `${id}-${row}-${column}`,
    'data-cell': `${row} ${column}`,
    'aria-colindex': column + 1,
    className: cn(
      'block cursor-pointer scroll-mt-8 truncate border-line border-r px-2 last:border-r-0 hover:bg-hover',
      row === current.row && column === current.column && 'group-focus-visible/grid:bg-accent-soft',
    ),
  });
  const grid = {
    display: 'grid',
    gridTemplateColumns: widths.map((ch) => `calc(${ch}ch + ${EDGES_PX}px)`).join(' '),
  };

  return (
    <div translate="no" className="overflow-clip rounded-lg border border-line bg-sunken">
      <p className="flex h-8 items-center gap-2 border-line border-b pr-1 pl-2.5 text-muted text-xs">
        {path.length === 0 ? null : <code>{pathInside(path)}</code>}
        <span className="tabular min-w-0 flex-1 truncate">
          {countOf(rows.length, 'row')}
          {hidden === 0 ? '' : `, the first ${columns.length} of ${columns.length + hidden} columns`}
        </span>
        <CopyButton label="Copy as CSV" text={() => tableCsv(table, places)} />
      </p>
      <table
        ref={view}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: cells are picked in it
        role="grid"
        aria-label={`${label} as a table`}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length}
        aria-activedescendant={isDrawn ? currentId : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onClick={onClick}
        className={cn(
          'group/grid block overflow-auto text-left font-mono text-xs',
          'focus-visible:-outline-offset-2',
        )}
        style={{ maxHeight }}
      >
        <thead className="sticky top-0 z-10 block min-w-max bg-sunken">
          <tr aria-rowindex={1} style={grid}>
            {columns.map((column, at) => (
              <th
                key={column}
                aria-sort={order?.column !== column ? 'none' : order.descending ? 'descending' : 'ascending'}
                title={`Sort by ${column}`}
                {...cellProps(-1, at)}
              >
                <span className="flex h-7 items-center gap-1 font-medium text-muted">
                  <span className="truncate">{column}</span>
                  {order?.column !== column ? null : order.descending ? (
                    <ArrowDown className="size-3 shrink-0" aria-hidden />
                  ) : (
                    <ArrowUp className="size-3 shrink-0" aria-hidden />
                  )}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block min-w-max" style={{ height: rows.length * ROW_HEIGHT_PX }}>
          {places.slice(start, end).map((place, offset) => (
            <tr
              key={place}
              aria-rowindex={start + offset + 2}
              className="absolute inset-x-0 border-line border-t bg-surface"
              style={{ ...grid, top: (start + offset) * ROW_HEIGHT_PX, height: ROW_HEIGHT_PX }}
            >
              {columns.map((column, at) => {
                const value = cellOf(rows[place], column);
                return (
                  <td key={column} title={pickLabel} {...cellProps(start + offset, at)}>
                    <span className={cn('leading-6', valueColor(value))}>{cellText(value)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const clamp = (wanted: number, least: number, most: number) => Math.max(least, Math.min(wanted, most));

/** Returns texts without quotes, because a column shows the type. */
function cellText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value.slice(0, PREVIEW_CHARS) : previewOf(value, PREVIEW_CHARS);
}

function widthOf({ rows }: JsonTable, column: string): number {
  const lengths = rows.slice(0, MEASURED_ROWS).map((row) => cellText(cellOf(row, column)).length);
  return clamp(Math.max(column.length + 2, ...lengths), LEAST_CH, MOST_CH);
}

/** Returns the cell that a key leads to in the grid; null if none. */
function nextCell(event: KeyboardEvent, { row, column }: Cell, last: Cell): Cell | null {
  const isFar = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageDown':
      return { row: row + PAGE_ROWS, column };
    case 'PageUp':
      return { row: row - PAGE_ROWS, column };
    case 'Home':
      return { row: isFar ? -1 : row, column: 0 };
    case 'End':
      return { row: isFar ? last.row : row, column: last.column };
    default:
      return null;
  }
}

'use client';

import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../../ui/key-combo';
import { useRowWindow } from '../../ui/windowed-rows';
import { DRAGGED_REFERENCE } from '../references/drop-reference';
import { DATA_ROW_HEIGHT_PX, DataRowView } from './data-row';
import type { DataRow } from './data-rows';

export interface DataTreeProps {
  rows: readonly DataRow[];
  /** Index of the row at the top until the user moves in the tree, even when rows are added before it. */
  startAt: number;
  onToggle: (id: string) => void;
  onPick: (reference: string) => void;
  onCopy: (reference: string) => void;
  onLeave: () => void;
}

/** Tree of earlier blocks' values: arrow keys move, Enter inserts a reference; draws only visible rows. */
export function DataTree({ rows, startAt, onToggle, onPick, onCopy, onLeave }: DataTreeProps) {
  const view = useRef<HTMLDivElement>(null);
  const id = useId();
  const hasMoved = useRef(false);
  const [wanted, setCurrent] = useState<number | null>(null);
  const current = Math.min(wanted ?? startAt, rows.length - 1);
  const { start, end, reveal } = useRowWindow(view, rows.length, DATA_ROW_HEIGHT_PX);
  useLayoutEffect(() => {
    if (!hasMoved.current) reveal(startAt, 'start');
  }, [reveal, startAt]);
  const onMove = () => {
    hasMoved.current = true;
  };

  const goTo = (index: number) => {
    const place = Math.max(0, Math.min(index, rows.length - 1));
    setCurrent(place);
    reveal(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    onMove();
    const row = rows[current];
    const act = row === undefined ? undefined : keyAct(event, row, rows, current);
    if (row === undefined || act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'toggle') onToggle(row.id);
    else if (act === 'leave') onLeave();
    else if (act === 'copy' && row.kind === 'value') onCopy(row.reference);
    else if (act === 'pick' && row.kind === 'value') onPick(row.reference);
    else if (typeof act === 'object') goTo(act.to);
  };
  const rowAt = (target: EventTarget): number => {
    const element = target instanceof Element ? target.closest('[data-row]') : null;
    return Number(element?.getAttribute('data-row') ?? -1);
  };
  const onClick = (event: MouseEvent) => {
    const index = rowAt(event.target);
    const row = rows[index];
    if (row === undefined) return;
    setCurrent(index);
    const isChevron = event.target instanceof Element && event.target.closest('[data-chevron]') !== null;
    if (row.kind === 'block' || (isChevron && row.isBranch)) onToggle(row.id);
    else onPick(row.reference);
  };
  const onDragStart = (event: DragEvent) => {
    const row = rows[rowAt(event.target)];
    if (row?.kind !== 'value') return event.preventDefault();
    event.dataTransfer.setData('text/plain', row.reference);
    event.dataTransfer.setData(DRAGGED_REFERENCE, row.reference);
    event.dataTransfer.effectAllowed = 'copy';
  };

  return (
    <div
      ref={view}
      role="tree"
      aria-label="Values of earlier blocks"
      tabIndex={0}
      aria-activedescendant={current >= start && current < end ? `${id}-${current}` : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onMove}
      onWheel={onMove}
      onClick={onClick}
      onDragStart={onDragStart}
      className="group/tree min-h-0 flex-1 overflow-auto py-1 text-xs focus-visible:-outline-offset-2"
    >
      <div className="relative" style={{ height: rows.length * DATA_ROW_HEIGHT_PX }}>
        {rows.slice(start, end).map((row, offset) => (
          <DataRowView
            key={row.id}
            id={`${id}-${start + offset}`}
            index={start + offset}
            row={row}
            isCurrent={start + offset === current}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the action of a key on a tree row, by the convention that screen reader users expect. */
function keyAct(event: KeyboardEvent, row: DataRow, rows: readonly DataRow[], at: number) {
  const { key } = event;
  if ((event.ctrlKey || event.metaKey) && keyOf(event) === 'c') return 'copy';
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (key === 'ArrowDown') return { to: at + 1 };
  if (key === 'ArrowUp') return { to: at - 1 };
  if (key === 'Home') return { to: 0 };
  if (key === 'End') return { to: rows.length - 1 };
  if (key === 'Escape') return 'leave';
  if (key === ' ') return row.isBranch ? 'toggle' : undefined;
  if (key === 'Enter') return row.kind === 'block' ? 'toggle' : 'pick';
  if (key === 'ArrowRight') return row.open ? { to: at + 1 } : row.isBranch ? 'toggle' : undefined;
  if (key !== 'ArrowLeft') return undefined;
  if (row.open) return 'toggle';
  const parent = rows.slice(0, at).findLastIndex(({ depth }) => depth === row.depth - 1);
  return parent < 0 ? undefined : { to: parent };
}

'use client';

import { GripVertical } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { cn } from '../../ui/class-names';

const DRAGGED_ROW = 'application/x-millrace-row';
/** The list whose row is being dragged: it can't be dropped into other lists. */
let sourceList: Element | null = null;

const listOf = (element: Element) => element.closest('[data-rows]');

export interface RowGripProps {
  index: number;
  label: string;
  onMove: (from: number, to: number) => void;
}

/** Moves its row by dragging it onto another, or by the up and down keys. */
export function RowGrip({ index, label, onMove }: RowGripProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(index, index + by);
    const list = listOf(event.currentTarget);
    list?.querySelector<HTMLElement>(`[data-grip="${index + by}"]`)?.focus();
  };
  return (
    <button
      type="button"
      data-grip={index}
      aria-label={`Move ${label}: use the up and down keys`}
      draggable
      onDragStart={(event) => {
        sourceList = listOf(event.currentTarget);
        event.dataTransfer.setData(DRAGGED_ROW, String(index));
        event.dataTransfer.effectAllowed = 'move';
        const row = event.currentTarget.closest('[data-row]');
        if (row !== null) event.dataTransfer.setDragImage(row, 0, 0);
      }}
      onDragEnd={() => {
        sourceList = null;
      }}
      onKeyDown={onKeyDown}
      className={cn(
        'flex h-8 w-6 shrink-0 cursor-grab items-center justify-center rounded-sm',
        'text-faint opacity-40 hover:opacity-100 focus-visible:opacity-100',
      )}
    >
      <GripVertical className="size-3.5" aria-hidden />
    </button>
  );
}

export interface RowPlaceProps {
  index: number;
  label: string;
  onMove: (from: number, to: number) => void;
  className?: string;
  children: ReactNode;
}

/** A row as a drop target for other rows of its list. */
export function RowPlace({ index, label, onMove, className, children }: RowPlaceProps) {
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) =>
    event.dataTransfer.types.includes(DRAGGED_ROW) && listOf(event.currentTarget) === sourceList;
  return (
    // The grip inside is the control; this is only the drop target.
    <fieldset
      data-row
      aria-label={label}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        onMove(Number(event.dataTransfer.getData(DRAGGED_ROW)), index);
      }}
      className={cn('min-w-0 rounded-md', isOver && 'ring-2 ring-accent-solid/50', className)}
    >
      {children}
    </fieldset>
  );
}

'use client';

import { GripVertical } from 'lucide-react';
import type { KeyboardEvent } from 'react';

const DRAGGED_ROW = 'application/x-millrace-row';

export interface RowGripProps {
  index: number;
  label: string;
  onMove: (from: number, to: number) => void;
}

/** Moves its row: dragged onto another, or by the up and down keys. */
export function RowGrip({ index, label, onMove }: RowGripProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(index, index + by);
    const list = event.currentTarget.closest('[data-rows]');
    list?.querySelector<HTMLElement>(`[data-grip="${index + by}"]`)?.focus();
  };
  return (
    <button
      type="button"
      data-grip={index}
      aria-label={`Move ${label}: use the up and down keys`}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_ROW, String(index))}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED_ROW)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onMove(Number(event.dataTransfer.getData(DRAGGED_ROW)), index);
      }}
      onKeyDown={onKeyDown}
      className="flex h-8 w-4 shrink-0 cursor-grab items-center justify-center rounded-sm text-faint opacity-40 hover:opacity-100 focus-visible:opacity-100"
    >
      <GripVertical className="size-3.5" aria-hidden />
    </button>
  );
}

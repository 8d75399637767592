'use client';

import { useReactFlow } from '@xyflow/react';
import { type PointerEvent, useMemo, useRef } from 'react';
import type { BlockGroup } from '@/lib/core/workflow/schema';
import { GRID_PX } from '../document/block-size';
import type { Point } from '../document/geometry';
import { useEditorStore } from '../store/editor-context';
import { moveTogether, showMoved } from '../store/group-actions';

/** A shorter movement is a click. */
const LEAST_DRAG_PX = 3;
const STEP_PX = GRID_PX / 2;
const onGrid = (px: number): number => Math.round(px / STEP_PX) * STEP_PX;

/** Dragging a group's title moves its blocks. */
export function useGroupDrag({ blockIds }: BlockGroup) {
  const store = useEditorStore();
  const { getZoom } = useReactFlow();
  const from = useRef<Point | null>(null);
  const by = useRef<Point | null>(null);
  return useMemo(() => {
    const ids = new Set(blockIds);
    return {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const { readOnly, locked } = store.getState();
        if (event.button !== 0 || readOnly || locked) return;
        from.current = { x: event.clientX, y: event.clientY };
        by.current = null;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (from.current === null) return;
        const { x, y } = from.current;
        const [dx, dy] = [event.clientX - x, event.clientY - y];
        if (by.current === null && Math.hypot(dx, dy) < LEAST_DRAG_PX) return;
        const next = { x: onGrid(dx / getZoom()), y: onGrid(dy / getZoom()) };
        if (next.x === by.current?.x && next.y === by.current.y) return;
        by.current = next;
        showMoved(store, ids, next);
      },
      onPointerUp: () => {
        if (by.current !== null) moveTogether(store, ids, by.current);
        from.current = null;
        by.current = null;
      },
      onPointerCancel: () => {
        if (by.current !== null) showMoved(store, ids, { x: 0, y: 0 });
        from.current = null;
        by.current = null;
      },
    };
  }, [store, getZoom, blockIds]);
}

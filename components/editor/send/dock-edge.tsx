'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cn } from '../../ui/class-names';

const STEP_PX = 32;
const LEAST_PX = 160;
const MOST_OF_WINDOW = 0.8;
const FIRST_OF_WINDOW = 0.42;

const bounded = (px: number) =>
  Math.round(Math.min(Math.max(px, LEAST_PX), window.innerHeight * MOST_OF_WINDOW));

/** Height of the dock in pixels, kept while the page is. */
export function useDockHeight() {
  const [height, setHeight] = useState(() => bounded(window.innerHeight * FIRST_OF_WINDOW));
  return { height, onHeight: (px: number) => setHeight(bounded(px)) };
}

/** Drag it, or use the arrow keys, to make the dock taller or shorter. */
export function DockEdge({ height, onHeight }: ReturnType<typeof useDockHeight>) {
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    onHeight(height - event.movementY);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onHeight(height + step);
  };
  return (
    <hr
      aria-orientation="horizontal"
      aria-label="Height of this panel"
      aria-valuenow={height}
      aria-valuemin={LEAST_PX}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className={cn(
        'absolute inset-x-0 m-0 border-0 -top-1 z-10 h-2 cursor-row-resize',
        'touch-none hover:bg-accent-soft focus-visible:bg-accent-soft',
      )}
    />
  );
}

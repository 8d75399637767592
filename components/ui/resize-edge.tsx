'use client';

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { cn } from './class-names';
import type { SavedSize } from './saved-size';

const STEP_PX = 32;

export interface ResizeEdgeProps {
  size: SavedSize;
  /** The name of the changed size: "Width of the form". */
  label: string;
  /** The side of the panel for the edge; the panel needs `relative`. */
  side: 'left' | 'top';
  className?: string;
}

/** The edge of a panel: drag it or use the arrow keys; a double click restores the default size. */
export function ResizeEdge({ size, label, side, className }: ResizeEdgeProps) {
  const grip = useRef({ at: 0, px: 0 });
  const place = (event: PointerEvent) => (side === 'left' ? event.clientX : event.clientY);
  const [more, less] = side === 'left' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const press = (event: KeyboardEvent) => {
    const wanted = { [more]: size.px + STEP_PX, [less]: size.px - STEP_PX, Home: size.least, End: size.most };
    const px = wanted[event.key];
    if (px === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    size.resize(px);
  };
  return (
    <hr
      aria-orientation={side === 'left' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={size.px}
      aria-valuemin={size.least}
      aria-valuemax={size.most}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { at: place(event), px: size.px };
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        size.resize(grip.current.px + grip.current.at - place(event));
      }}
      onDoubleClick={size.reset}
      onKeyDown={press}
      className={cn(
        'absolute z-10 m-0 touch-none border-0 transition-colors duration-100',
        'hover:bg-accent-soft focus-visible:bg-accent-soft',
        side === 'left' ? '-left-1 inset-y-0 h-full w-2 cursor-col-resize' : '',
        side === 'top' ? '-top-1 inset-x-0 h-2 cursor-row-resize' : '',
        className,
      )}
    />
  );
}

'use client';

import { type KeyboardEvent, type PointerEvent, useState } from 'react';

interface BrushOptions {
  /** The number of bars, of equal width. */
  count: number;
  /** If absent, bars can only be pointed at. */
  onChoose: ((first: number, last: number) => void) | undefined;
  onShow: (index: number | null) => void;
}

type Range = readonly [first: number, last: number];

const KEY_STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Handles pointing at bars, and selecting some by dragging or with the keyboard. */
export function useBrush({ count, onChoose, onShow }: BrushOptions) {
  // The start and the current end of the selection.
  const [anchor, setAnchor] = useState<number | null>(null);
  const [at, setAt] = useState<number | null>(null);
  const [isDragging, setDragging] = useState(false);
  const chosen: Range | null =
    anchor === null || at === null ? null : [Math.min(anchor, at), Math.max(anchor, at)];

  const show = (index: number | null): void => {
    setAt(index);
    onShow(index);
  };
  const stop = (): void => {
    setAnchor(null);
    setDragging(false);
  };
  const choose = ([first, last]: Range): void => {
    stop();
    show(null);
    onChoose?.(first, last);
  };
  const barUnder = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (onChoose === undefined || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const index = barUnder(event);
    setAnchor(index);
    setDragging(true);
    show(index);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => show(barUnder(event));
  const onPointerUp = (): void => {
    if (isDragging && chosen !== null) choose(chosen);
  };
  const onPointerLeave = (): void => {
    if (!isDragging) show(null);
  };
  const onPointerCancel = (): void => {
    stop();
    show(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = at ?? count - 1;
    if (event.key === 'Enter' && at !== null) choose(chosen ?? [at, at]);
    else if (event.key === 'Escape' && at !== null) onPointerCancel();
    else {
      const to = targetOf(event.key, at === null ? null : from, count);
      if (to === undefined) return;
      if (event.shiftKey) setAnchor(anchor ?? from);
      else setAnchor(null);
      show(to);
    }
    event.preventDefault();
  };
  const pointing = { onPointerDown, onPointerMove, onPointerUp, onPointerLeave, onPointerCancel };
  return { chosen, handlers: onChoose ? { ...pointing, onKeyDown, onBlur: onPointerCancel } : pointing };
}

/** Returns the bar that a key leads to, or undefined. The first press marks the last bar. */
function targetOf(key: string, at: number | null, count: number): number | undefined {
  const step = KEY_STEPS[key];
  if (step !== undefined) return at === null ? count - 1 : Math.max(0, Math.min(count - 1, at + step));
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

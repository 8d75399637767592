'use client';

import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { type AxisView, moved, WHOLE_VIEW, zoomed } from './time-axis';

const STEP = 1.6;
const PAN = 0.2;
/** Zoom per pixel of wheel movement. */
const WHEEL_SPEED = 0.004;

/** Controls the visible part of the time: by buttons, the keys + − 0 ← →, or the wheel with Ctrl or Shift. */
export function useAxisView(element: RefObject<HTMLElement | null>, bars: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<AxisView>(WHOLE_VIEW);
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    // Not passive, because the browser would zoom the page otherwise.
    const turn = (event: WheelEvent) => {
      const zooms = event.ctrlKey || event.metaKey;
      if (!zooms && !event.shiftKey) return;
      event.preventDefault();
      const turned = event.deltaY === 0 ? event.deltaX : event.deltaY;
      setView((now) => {
        if (!zooms) return moved(now, turned * WHEEL_SPEED);
        const { left = 0, width = 0 } = bars.current?.getBoundingClientRect() ?? {};
        const part = width === 0 ? 0.5 : Math.max(0, Math.min(1, (event.clientX - left) / width));
        return zoomed(now, Math.exp(-turned * WHEEL_SPEED), now.from + part * (now.to - now.from));
      });
    };
    target.addEventListener('wheel', turn, { passive: false });
    return () => target.removeEventListener('wheel', turn);
  }, [element, bars]);
  const actions = {
    zoomIn: () => setView((now) => zoomed(now, STEP)),
    zoomOut: () => setView((now) => zoomed(now, 1 / STEP)),
    showAll: () => setView(WHOLE_VIEW),
    earlier: () => setView((now) => moved(now, -PAN)),
    later: () => setView((now) => moved(now, PAN)),
  };
  const keys: Record<string, () => void> = {
    '+': actions.zoomIn,
    '=': actions.zoomIn,
    '-': actions.zoomOut,
    '0': actions.showAll,
    ArrowLeft: actions.earlier,
    ArrowRight: actions.later,
  };
  /** @returns true if the key was handled */
  const onKey = (event: KeyboardEvent): boolean => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    act?.();
    return act !== undefined;
  };
  return { view, isWhole: view.to - view.from >= 1, onKey, ...actions };
}

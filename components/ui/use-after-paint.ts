'use client';

import { useEffect, useState } from 'react';

/** Without an idle moment by then, work goes on all the same. */
const IDLE_WITHIN_MS = 300;

/**
 * True once what this component shows first is painted and the browser has a moment: for what opens later and
 * need not be on the way to the first paint.
 */
export function useAfterPaint(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    let idle: number | undefined;
    const proceed = () => setAfter(true);
    // The second frame begins when the first one is painted; effects run before it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        // Safari has no idle callbacks.
        if (globalThis.requestIdleCallback === undefined) return proceed();
        idle = requestIdleCallback(proceed, { timeout: IDLE_WITHIN_MS });
      });
    });
    // A tab in the background has no frames.
    const timer = setTimeout(proceed, 2 * IDLE_WITHIN_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, []);
  return isAfter;
}

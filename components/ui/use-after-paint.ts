'use client';

import { useEffect, useState } from 'react';

/** Without an idle moment, the work starts after this time. */
const IDLE_WITHIN_MS = 300;

/**
 * True once the component's first content is painted and the browser is idle: for parts that open later and
 * should not delay the first paint.
 */
export function useAfterPaint(): boolean {
  const [isAfter, setAfter] = useState(false);
  useEffect(() => {
    let idle: number | undefined;
    const proceed = () => setAfter(true);
    // The second frame starts after the first one is painted; effects run before it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        // Safari has no idle callbacks.
        if (globalThis.requestIdleCallback === undefined) return proceed();
        idle = requestIdleCallback(proceed, { timeout: IDLE_WITHIN_MS });
      });
    });
    // A background tab has no frames.
    const timer = setTimeout(proceed, 2 * IDLE_WITHIN_MS);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      if (idle !== undefined) cancelIdleCallback(idle);
    };
  }, []);
  return isAfter;
}

'use client';

import { useSyncExternalStore } from 'react';
import { serverNow } from '@/lib/platform/http/server-clock';
import { formatExact, formatRelative } from './format-time';
import { usePageTime, useTimeZone } from './page-time';

const TICK_MS = 15_000;

const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void) {
  listeners.add(listener);
  // The clock was stopped while it had no subscribers.
  if (timer === undefined) now = serverNow();
  timer ??= setInterval(() => {
    now = serverNow();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the current time, updated every 15 seconds; one timer for the whole page. */
export function useNow(): number {
  const { nowMs } = usePageTime();
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => nowMs ?? now,
  );
}

/** A relative time; the exact time with its zone on hover. `at`: ISO 8601 or milliseconds since 1970. */
export function RelativeTime({ at, className }: { at: string | number; className?: string }) {
  const present = useNow();
  const timeZone = useTimeZone();
  const ms = typeof at === 'number' ? at : Date.parse(at);
  return (
    <time
      dateTime={new Date(ms).toISOString()}
      title={formatExact(ms, timeZone)}
      suppressHydrationWarning
      className={className}
    >
      {formatRelative(ms, Math.max(present, Math.min(ms, present + TICK_MS)), timeZone)}
    </time>
  );
}

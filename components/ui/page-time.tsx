'use client';

import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { noteServerTime } from '@/lib/platform/http/server-clock';

export interface PageTime {
  /** The time of the server's rendering, in milliseconds since 1970. */
  nowMs: number | undefined;
  /** IANA name of the zone that the person's browser reported at its last visit. */
  timeZone: string | undefined;
}

const PageTimeContext = createContext<PageTime>({ nowMs: undefined, timeZone: undefined });

/** Provides time and zone until hydration: server and browser must render the same times. */
export function PageTimeProvider({ nowMs, timeZone, children }: PageTime & { children: ReactNode }) {
  const value = useMemo(() => ({ nowMs, timeZone }), [nowMs, timeZone]);
  useState(() => {
    if (nowMs !== undefined && isFresh()) noteServerTime(nowMs);
  });
  return <PageTimeContext value={value}>{children}</PageTimeContext>;
}

/** True for a document that has just come from the server, not from the browser's cache. */
function isFresh(): boolean {
  if (typeof window === 'undefined') return false;
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return loaded !== undefined && loaded.transferSize > 0;
}

export const usePageTime = (): PageTime => useContext(PageTimeContext);

const never = () => () => {};

/** Returns a value that differs between server and browser: `inBrowser` applies once the page is hydrated. */
export const usePerSide = <T,>(inBrowser: () => T, onServer: () => T): T =>
  useSyncExternalStore(never, inBrowser, onServer);

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the zone in which the person reads times. */
export function useTimeZone(): string | undefined {
  const { timeZone } = usePageTime();
  return usePerSide(ownZone, () => timeZone);
}

'use client';

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';

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
  return <PageTimeContext value={value}>{children}</PageTimeContext>;
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

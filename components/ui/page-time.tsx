'use client';

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';

export interface PageTime {
  /** When the server rendered the page, in milliseconds since 1970. */
  nowMs: number | undefined;
  /** IANA name of the zone that the person's browser told at its last visit. */
  timeZone: string | undefined;
}

const PageTimeContext = createContext<PageTime>({ nowMs: undefined, timeZone: undefined });

/** What times are written by until the page is alive: server and browser must write the same ones. */
export function PageTimeProvider({ nowMs, timeZone, children }: PageTime & { children: ReactNode }) {
  const value = useMemo(() => ({ nowMs, timeZone }), [nowMs, timeZone]);
  return <PageTimeContext value={value}>{children}</PageTimeContext>;
}

export const usePageTime = (): PageTime => useContext(PageTimeContext);

const never = () => () => {};

/**
 * What the server and a browser that begins with its page see apart: `inBrowser` counts once the page is
 * alive.
 */
export const usePerSide = <T,>(inBrowser: () => T, onServer: () => T): T =>
  useSyncExternalStore(never, inBrowser, onServer);

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone in which the person reads times. */
export function useTimeZone(): string | undefined {
  const { timeZone } = usePageTime();
  return usePerSide(ownZone, () => timeZone);
}

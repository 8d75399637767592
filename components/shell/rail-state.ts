'use client';

import { useSyncExternalStore } from 'react';
import { RAIL_COOKIE, SLIM_RAIL } from './rail-cookie';

const CHANGED = 'millrace:rail';
const MAX_AGE_S = 365 * 24 * 60 * 60;

function subscribe(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

const isSlim = () => document.cookie.split('; ').includes(`${RAIL_COOKIE}=${SLIM_RAIL}`);

/** Whether the person made the rail slim; remembered on this machine. `beginsSlim`: what the server drew. */
export function useRailCollapsed(beginsSlim: boolean): boolean {
  return useSyncExternalStore(subscribe, isSlim, () => beginsSlim);
}

export function toggleRail() {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way in is not in every browser yet
  document.cookie = `${RAIL_COOKIE}=${isSlim() ? 'wide' : SLIM_RAIL}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

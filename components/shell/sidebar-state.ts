'use client';

import { useSyncExternalStore } from 'react';
import { NARROW_SIDEBAR, SIDEBAR_COOKIE } from './sidebar-cookie';

const CHANGED = 'millrace:sidebar';
const MAX_AGE_S = 365 * 24 * 60 * 60;

function subscribe(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  return () => window.removeEventListener(CHANGED, listener);
}

const isNarrow = () => document.cookie.split('; ').includes(`${SIDEBAR_COOKIE}=${NARROW_SIDEBAR}`);

/**
 * True if the person collapsed the sidebar; stored on this machine. `startsNarrow`: the server's rendering.
 */
export function useSidebarCollapsed(startsNarrow: boolean): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => startsNarrow);
}

export function toggleSidebar() {
  const width = isNarrow() ? 'wide' : NARROW_SIDEBAR;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way in is not in every browser yet
  document.cookie = `${SIDEBAR_COOKIE}=${width}; path=/; max-age=${MAX_AGE_S}; samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

'use client';

import { useSyncExternalStore } from 'react';

const KEY = 'rail';
const CHANGED = 'millrace:rail';

function subscribe(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

const isCollapsed = () => localStorage.getItem(KEY) === 'collapsed';

/** Whether the person made the rail slim; remembered on this machine. */
export function useRailCollapsed(): boolean {
  return useSyncExternalStore(subscribe, isCollapsed, () => false);
}

export function toggleRail() {
  localStorage.setItem(KEY, isCollapsed() ? 'open' : 'collapsed');
  window.dispatchEvent(new Event(CHANGED));
}

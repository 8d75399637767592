'use client';

import { useSyncExternalStore } from 'react';
import { localStore } from '../../ui/browser-storage';
import { keepInStorage } from '../../ui/keep-in-storage';

/** The least number of blocks for which a canvas has a map. */
export const MAP_FROM_BLOCKS = 12;

const KEY = 'millrace:map';
const HIDDEN = 'hidden';

const listeners = new Set<() => void>();
/** The state of this page; undefined until it was read from the browser's storage. */
let shown: boolean | undefined;

export function isMapShown(): boolean {
  shown ??= localStore.getItem(KEY) !== HIDDEN;
  return shown;
}

/** Sets it for all workflows, stored in this browser. */
export function showMap(isShown: boolean): void {
  shown = isShown;
  keepInStorage(localStore, KEY, isShown ? null : HIDDEN, 'whether the map is shown');
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** True while the map is shown; the server doesn't know the browser's stored value and assumes true. */
export const useMapShown = (): boolean => useSyncExternalStore(listen, isMapShown, () => true);

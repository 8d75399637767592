'use client';

import { useSyncExternalStore } from 'react';
import { keepInStorage } from '../../ui/keep-in-storage';

/** From so many blocks on a canvas has a map. */
export const MAP_FROM_BLOCKS = 12;

const KEY = 'millrace:map';
const HIDDEN = 'hidden';

const listeners = new Set<() => void>();
/** Of this page; undefined until the browser was asked what it kept. */
let shown: boolean | undefined;

export function isMapShown(): boolean {
  shown ??= globalThis.localStorage.getItem(KEY) !== HIDDEN;
  return shown;
}

/** In all workflows, and kept in this browser. */
export function showMap(isShown: boolean): void {
  shown = isShown;
  keepInStorage(globalThis.localStorage, KEY, isShown ? null : HIDDEN, 'whether the map is shown');
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** A page that comes from the server doesn't know what the browser kept. */
export const useMapShown = (): boolean => useSyncExternalStore(listen, isMapShown, () => true);

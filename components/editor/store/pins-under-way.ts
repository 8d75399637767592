import type { EditorStore } from './editor-store';

const lastSent = new WeakMap<EditorStore, Promise<unknown>>();

/**
 * Sends a request that changes pins once those before it have ended: what is pinned and unpinned at once must not
 * reach the server the other way round.
 */
export function sendInTurn<T>(store: EditorStore, send: () => Promise<T>): Promise<T> {
  const sent = (lastSent.get(store) ?? Promise.resolve()).then(send);
  lastSent.set(
    store,
    sent.catch(() => undefined), // whoever asked for it says so
  );
  return sent;
}

/** Waits until the server has answered every change of pins: they are shown at once, and runs use those of the server. */
export async function pinsStored(store: EditorStore): Promise<void> {
  await lastSent.get(store);
}

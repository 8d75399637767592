import type { EditorStore } from './editor-store';

const underWay = new WeakMap<EditorStore, Set<Promise<unknown>>>();

/** Notes a request that changes pins until it has ended. Pins are shown at once, and runs use those of the server. */
export function whilePinning<T>(store: EditorStore, request: Promise<T>): Promise<T> {
  const requests = underWay.get(store) ?? new Set();
  underWay.set(store, requests);
  const done = request.finally(() => requests.delete(done));
  requests.add(done);
  return done;
}

/** Waits until the server has answered every change of pins. */
export async function pinsStored(store: EditorStore): Promise<void> {
  await Promise.allSettled(underWay.get(store) ?? []);
}

import { LRUCache } from 'lru-cache';
import { processSingleton } from '../../platform/process-singleton';
import type { EditingThread } from './editing-thread';

/** A shared document that is open in a thread, with the last update known to it. */
export interface Opened {
  epoch: string;
  seq: number;
  thread: EditingThread;
  /** Of all its updates as they are stored. Open, it takes up to thirty times as much memory. */
  bytes: number;
}

const MAX_OPEN = 64;
const MAX_BYTES = 8 * 1024 * 1024;

const opened = () =>
  processSingleton(
    'shared-documents',
    () =>
      new LRUCache<string, Opened>({
        max: MAX_OPEN,
        maxSize: MAX_BYTES,
        sizeCalculation: ({ bytes }) => Math.max(1, bytes),
        dispose: ({ thread }, id, reason) => {
          if (reason !== 'delete') thread.close(id);
        },
      }),
  );

/** Returns the bytes of an open document. */
export const openedBytes = (id: string): number | undefined => opened().peek(id)?.bytes;

/** Takes a document out, because until the commit the one in the thread differs from the stored one. */
export function takeOpened(id: string): Opened | undefined {
  const one = opened().get(id);
  opened().delete(id);
  return one?.thread.hasEnded ? undefined : one;
}

export function keepOpened(id: string, one: Opened): void {
  if (one.bytes > MAX_BYTES) one.thread.close(id);
  else opened().set(id, one);
}

/** Closes all, as a restart of the server does. */
export const closeOpened = (): void => opened().clear();

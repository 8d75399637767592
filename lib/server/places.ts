import type { ServerResponse } from 'node:http';
import { AppError } from '../errors';

export interface PlacesOptions {
  /** Answers made at once. */
  most: number;
  mostWaiting: number;
  /** A place is free again after so long, also when its answer isn't read: who reads slowly doesn't keep others out. */
  maxHoldMs: number;
}

export interface Places {
  /** Waits for a place, which is free again when the answer has ended. @throws AppError unavailable when too many wait */
  take(response: ServerResponse): Promise<void>;
}

/** Making a page takes the event loop for milliseconds: a few at a time leave room for what else the process answers. */
export function createPlaces({ most, mostWaiting, maxHoldMs }: PlacesOptions): Places {
  const waiting: Array<() => void> = [];
  let taken = 0;

  function occupy(response: ServerResponse): void {
    let left = false;
    const leave = (): void => {
      clearTimeout(timer);
      if (left) return;
      left = true;
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    };
    const timer = setTimeout(leave, maxHoldMs);
    if (response.destroyed) leave();
    else response.once('close', leave);
  }

  return {
    async take(response) {
      if (taken < most) taken += 1;
      else if (waiting.length >= mostWaiting)
        throw new AppError('unavailable', 'Too many pages are being made. Try again in a moment.', {
          headers: { 'retry-after': '1' },
        });
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      occupy(response);
    },
  };
}

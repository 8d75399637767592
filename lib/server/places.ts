import type { ServerResponse } from 'node:http';
import { AppError } from '../platform/errors';

export interface PlacesOptions {
  /** The number of responses rendered at the same time. */
  most: number;
  mostWaiting: number;
  /**
   * Milliseconds until a place is freed even if its response hasn't been read: slow readers don't block
   * others.
   */
  maxHoldMs: number;
}

export interface Places {
  /**
   * Waits for a place, which is freed when the response has ended. @throws AppError unavailable when too
   * many wait
   */
  take(response: ServerResponse): Promise<void>;
}

/**
 * Limits the pages rendered at the same time. Rendering takes the event loop for milliseconds, so a few at
 * a time leave room for other requests. Each begins in a separate turn of the event loop: otherwise the
 * pages of all connections with data to read would be rendered in the same turn, one after the other, and
 * everything else would wait for all of them.
 */
export function createPlaces({ most, mostWaiting, maxHoldMs }: PlacesOptions): Places {
  const waiting: Array<() => void> = [];
  let taken = 0;
  let isTurnPlanned = false;

  function planTurn(): void {
    if (isTurnPlanned || waiting.length === 0 || taken >= most) return;
    isTurnPlanned = true;
    setImmediate(() => {
      isTurnPlanned = false;
      taken += 1;
      waiting.shift()!();
      planTurn();
    });
  }

  function occupy(response: ServerResponse): void {
    let left = false;
    const leave = (): void => {
      clearTimeout(timer);
      if (left) return;
      left = true;
      taken -= 1;
      planTurn();
    };
    const timer = setTimeout(leave, maxHoldMs);
    if (response.destroyed) leave();
    else response.once('close', leave);
  }

  return {
    async take(response) {
      if (waiting.length >= mostWaiting + most - taken)
        throw new AppError('unavailable', 'Too many pages are being rendered. Try again in a moment.', {
          headers: { 'retry-after': '1' },
        });
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        planTurn();
      });
      occupy(response);
    },
  };
}

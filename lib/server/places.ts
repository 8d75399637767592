import type { ServerResponse } from 'node:http';
import { AppError } from '../platform/errors';

export interface PlacesOptions {
  /** Answers made at once. */
  most: number;
  mostWaiting: number;
  /**
   * A place is free again after so long even if its answer hasn't been read: slow readers don't keep others
   * out.
   */
  maxHoldMs: number;
}

export interface Places {
  /**
   * Waits for a place, which is free again when the answer has ended. @throws AppError unavailable when too
   * many wait
   */
  take(response: ServerResponse): Promise<void>;
}

/**
 * Making a page takes the event loop for milliseconds: a few at a time leave room for what else the process
 * answers. Each begins in a turn of the event loop of its own. Without that, the pages of all connections
 * that have something to read are made in the same turn, one after the other, and everything else waits for
 * all of them.
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

import type { ServerResponse } from 'node:http';
import { AppError } from '../platform/errors';
import { FairGate } from '../platform/fair-gate';
import { giveWay } from '../platform/in-slices';

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

/** All wait in one line, in the order they came. */
const EVERYBODY = 'everybody';

/**
 * Limits the pages rendered at the same time. Rendering takes the event loop for milliseconds, so a few at
 * a time leave room for other requests. Each begins in a separate turn of the event loop: otherwise the
 * pages of all connections with data to read would be rendered in the same turn, one after the other, and
 * everything else would wait for all of them.
 */
export function createPlaces({ most, mostWaiting, maxHoldMs }: PlacesOptions): Places {
  const gate = new FairGate({ limit: most, maxWaiting: mostWaiting, refusal: tooManyPages });
  let lastTurn = Promise.resolve();

  function ownTurn(): Promise<void> {
    lastTurn = lastTurn.then(giveWay);
    return lastTurn;
  }

  function occupy(response: ServerResponse, leave: () => void): void {
    const timer = setTimeout(leave, maxHoldMs);
    const end = (): void => {
      clearTimeout(timer);
      leave();
    };
    if (response.destroyed) end();
    else response.once('close', end);
  }

  return {
    async take(response) {
      const { entered, leave } = gate.visit(EVERYBODY);
      await entered;
      await ownTurn();
      occupy(response, leave);
    },
  };
}

const tooManyPages = (): AppError =>
  new AppError('unavailable', 'Too many pages are being rendered. Try again in a moment.', {
    headers: { 'retry-after': '1' },
  });

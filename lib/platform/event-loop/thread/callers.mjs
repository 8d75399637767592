// @ts-check
import { readSync, writeSync } from 'node:fs';
import { INTERRUPTED, UNTOUCHED, unavailable, unavailablePage } from './unavailable.mjs';

/**
 * The clients of a process by the file descriptors of their connections: the event loop writes it, its watcher
 * reads it and answers them while the loop stands still.
 */
export const CALLERS_BYTES = 32 * 1024;

export const CALLER = {
  none: 0,
  /** Between two requests, as far as the loop knows, or while it receives a response. */
  quiet: 1,
  /** Waits for a response. */
  waits: 2,
  /** The same, and the client is a browser that opens a page. */
  waitsForPage: 3,
  /** The response has begun. */
  receives: 4,
  /** The watcher has answered it. */
  turnedAway: 5,
};

/** What a client has sent is read first: the system would otherwise reset the connection, and with it the answer. */
const MOST_READ_BYTES = 16 * 1024 * 1024;

/** Answers all clients that wait. @param {Uint8Array} callers */
export function turnAwayCallers(callers) {
  const buffer = Buffer.alloc(64 * 1024);
  for (let fd = 0; fd < callers.length; fd += 1) {
    const state = Atomics.load(callers, fd);
    if (state !== CALLER.quiet && state !== CALLER.waits && state !== CALLER.waitsForPage) continue;
    const sent = drain(fd, buffer);
    if (state === CALLER.quiet && sent === 0) continue;
    // If the loop has gone on, it answers by itself.
    if (Atomics.compareExchange(callers, fd, state, CALLER.turnedAway) !== state) continue;
    write(fd, answerFor(state));
  }
}

/** @param {number} state */
function answerFor(state) {
  if (state === CALLER.waitsForPage) return unavailablePage();
  return unavailable(state === CALLER.waits ? INTERRUPTED : UNTOUCHED);
}

/** @param {number} fd @param {Buffer} buffer @returns {number} the bytes that were read */
function drain(fd, buffer) {
  let total = 0;
  try {
    while (total < MOST_READ_BYTES) {
      const read = readSync(fd, buffer);
      if (read === 0) break;
      total += read;
    }
  } catch {
    // EAGAIN: there is no more. Another error is the client's end, which the loop notices too.
  }
  return total;
}

/** @param {number} fd @param {string} text */
function write(fd, text) {
  try {
    writeSync(fd, text);
  } catch {
    // The client has left, or reads nothing.
  }
}

import type { IncomingMessage } from 'node:http';
import { processSingleton } from '../../process-singleton';

/** Up to this many bytes of a refused body are read, then the connection is closed. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 5_000;
const TURN_EVERY_MS = 10;
/** A request gives one chunk in its turn, of at most 64 KB: 100 MB/s in all, 6 MB/s for each. */
const REQUESTS_A_TURN = 16;

/**
 * Reads the rest of refused bodies and drops it, so that their clients see the response. They take turns:
 * Node reads up to 2 MB at once from each connection that has them, so that hundreds of refused senders
 * would keep everybody else waiting for a second.
 */
class DiscardedBodies {
  readonly #waiting = new Set<IncomingMessage>();
  #timer: NodeJS.Timeout | null = null;

  /** A client that sends too much or too slowly loses its connection. */
  add(request: IncomingMessage): void {
    const { socket } = request;
    const timer = setTimeout(() => socket.destroy(), MAX_MS);
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) {
        socket.destroy();
        return;
      }
      request.pause();
      this.#wait(request);
    });
    request.on('error', () => undefined); // the client has gone: nothing more to discard
    request.once('close', () => {
      clearTimeout(timer);
      this.#waiting.delete(request);
    });
    request.resume();
  }

  #wait(request: IncomingMessage): void {
    this.#waiting.add(request);
    this.#timer ??= setInterval(() => this.#takeTurns(), TURN_EVERY_MS).unref();
  }

  #takeTurns(): void {
    let turns = 0;
    for (const request of this.#waiting) {
      if (turns === REQUESTS_A_TURN) return;
      turns += 1;
      this.#waiting.delete(request);
      request.resume();
    }
    if (this.#waiting.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

export const discardedBodies = (): DiscardedBodies =>
  processSingleton('discarded bodies', () => new DiscardedBodies());

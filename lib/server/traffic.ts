import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { AppError } from '../platform/errors';

/**
 * While the server closes, an idle keep-alive connection stays open for this long: its client may be about
 * to use it. A request on it is still answered, with `Connection: close`.
 */
const RESTED_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** Each run that a caller waits for is a pending response: there may be thousands. */
const MAX_ANSWERS_AT_ONCE = 5_000;

/** Tracks the server's connections and pending responses, so that it can shut down without cutting one. */
export interface Traffic {
  /** Call it before the response begins. */
  begin(response: ServerResponse): void;
  /** The number of pending responses. */
  readonly size: number;
  readonly connections: number;
  readonly closing: boolean;
  /** True once the supervisor is about to stop this process: it still serves, and reports not to be ready. */
  readonly leaving: boolean;
  leave(): void;
  /**
   * Stops accepting connections. Responses that haven't begun get `Connection: close`; resolves once all
   * have ended and no connection is left. Connections left when `giveUp` is aborted are cut.
   */
  close(giveUp: AbortSignal): Promise<void>;
}

export function watchTraffic(server: Server, { restedMs = RESTED_MS } = {}): Traffic {
  const answers = new Set<ServerResponse>();
  /** The time each connection was last used; null while a response is pending on it. */
  const lastUsedAtMs = new Map<Socket, number | null>();
  let closingSinceMs: number | null = null;
  let isLeaving = false;
  let lastHasLeft = (): void => {};

  server.on('connection', (socket: Socket) => {
    lastUsedAtMs.set(socket, Date.now());
    socket.once('close', () => {
      lastUsedAtMs.delete(socket);
      if (lastUsedAtMs.size === 0) lastHasLeft();
    });
  });

  /** Resolves when all connections have ended, for a server that does not listen and so can't close. */
  const allLeft = (): Promise<void> =>
    new Promise((resolve) => {
      if (lastUsedAtMs.size === 0) resolve();
      lastHasLeft = resolve;
    });

  /**
   * Call it after the event loop has read its sockets: a connection on which a request has arrived no
   * longer counts as idle then.
   */
  function endRested(): void {
    const limitMs = Date.now() - restedMs;
    for (const [socket, usedAtMs] of lastUsedAtMs)
      if (usedAtMs !== null && Math.max(usedAtMs, closingSinceMs!) <= limitMs) socket.destroySoon();
  }

  return {
    get size() {
      return answers.size;
    },
    get connections() {
      return lastUsedAtMs.size;
    },
    get closing() {
      return closingSinceMs !== null;
    },
    get leaving() {
      return isLeaving;
    },
    leave() {
      isLeaving = true;
    },
    begin(response) {
      const { socket } = response;
      answers.add(response);
      if (socket !== null) lastUsedAtMs.set(socket, null);
      if (closingSinceMs !== null) response.setHeader('connection', 'close');
      response.once('close', () => {
        answers.delete(response);
        if (socket !== null && lastUsedAtMs.has(socket)) lastUsedAtMs.set(socket, Date.now());
      });
    },
    async close(giveUp) {
      closingSinceMs = Date.now();
      for (const response of answers) if (!response.headersSent) response.setHeader('connection', 'close');
      // Not the HTTP server's own `close`, which cuts idle connections, even one whose next request is on
      // its way. And only after the event loop has accepted connections: the system would reset those still
      // waiting.
      const closed = new Promise<void>((resolve) => {
        setImmediate(() => {
          if (server.listening) NetServer.prototype.close.call(server, () => resolve());
          else allLeft().then(resolve);
        });
      });
      const timer = setInterval(() => setImmediate(endRested), LOOK_EVERY_MS);
      const cut = (): void => server.closeAllConnections();
      giveUp.addEventListener('abort', cut, { once: true });
      if (giveUp.aborted) cut();
      await closed;
      clearInterval(timer);
      giveUp.removeEventListener('abort', cut);
    },
  };
}

/**
 * Returns an error if the process is overloaded, or if it is closing and should be taken out of rotation.
 * Its health is always reported.
 */
export function whyNotNow({ size, closing, leaving }: Traffic, url: string): AppError | null {
  if (url === '/api/health') return null;
  if ((closing || leaving) && url === '/api/health/ready') return notNow('The process is shutting down.');
  return size > MAX_ANSWERS_AT_ONCE ? notNow('Too many requests at once.') : null;
}

const notNow = (why: string): AppError =>
  new AppError('unavailable', `${why} Try again in a moment.`, { headers: { 'retry-after': '1' } });

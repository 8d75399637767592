import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { AppError } from '../platform/errors';

/**
 * While the server closes, an idle keep-alive connection is kept open for so long: its caller may be just
 * about to use it. What comes on it is still answered, with `Connection: close`.
 */
const RESTED_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** Each run that a caller waits for is one of these: there may be thousands. */
const MAX_ANSWERS_AT_ONCE = 5_000;

/** The server's connections and the answers under way, so that it can end without cutting one. */
export interface Traffic {
  /** Before the answer is begun. */
  begin(response: ServerResponse): void;
  /** Answers under way. */
  readonly size: number;
  readonly connections: number;
  readonly closing: boolean;
  /**
   * Takes no new connections. Every answer that isn't begun yet says `Connection: close`; resolves once all
   * have ended and no connection is left. Those that are left when `giveUp` is aborted are cut.
   */
  close(giveUp: AbortSignal): Promise<void>;
}

export function watchTraffic(server: Server, { restedMs = RESTED_MS } = {}): Traffic {
  const answers = new Set<ServerResponse>();
  /** When each connection was last of use; null while something is being answered on it. */
  const lastUsedAtMs = new Map<Socket, number | null>();
  let closingSinceMs: number | null = null;
  let lastHasLeft = (): void => {};

  server.on('connection', (socket: Socket) => {
    lastUsedAtMs.set(socket, Date.now());
    socket.once('close', () => {
      lastUsedAtMs.delete(socket);
      if (lastUsedAtMs.size === 0) lastHasLeft();
    });
  });

  /** A server that is handed its connections has none of its own to close. */
  const allLeft = (): Promise<void> =>
    new Promise((resolve) => {
      if (lastUsedAtMs.size === 0) resolve();
      lastHasLeft = resolve;
    });

  /**
   * Call it after the event loop has read its sockets: a connection on which a request has arrived no longer
   * counts as idle then.
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
      // Not the HTTP server's own `close`: it cuts idle connections, even one whose next request is on its
      // way. And only after the event loop has accepted connections: the system would reset those still
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
 * A process with too much to do says so at once; one that is closing takes itself out of rotation. Its health
 * is always answered.
 */
export function whyNotNow({ size, closing }: Traffic, url: string): AppError | null {
  if (url === '/api/health') return null;
  if (closing && url === '/api/health/ready') return notNow('The process is shutting down.');
  return size > MAX_ANSWERS_AT_ONCE ? notNow('Too many requests at once.') : null;
}

const notNow = (why: string): AppError =>
  new AppError('unavailable', `${why} Try again in a moment.`, { headers: { 'retry-after': '1' } });

import type { IncomingMessage, Server } from 'node:http';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { processSingleton } from '../process-singleton';
import { CALLER, CALLERS_BYTES } from './thread/callers.mjs';

const callers = processSingleton('loop-callers', () => {
  const memory = new SharedArrayBuffer(CALLERS_BYTES);
  return { memory, states: new Uint8Array(memory) };
});

export const callersMemory = (): SharedArrayBuffer => callers.memory;

/** Lets the watcher of the event loop answer the clients of `server` while the loop stands still. */
export function showCallers(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const fd = descriptorOf(socket);
    if (fd === null) return;
    Atomics.store(callers.states, fd, CALLER.quiet);
    socket.once('close', () => Atomics.store(callers.states, fd, CALLER.none));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const fd = descriptorOf(request.socket);
    if (fd === null) return;
    Atomics.store(callers.states, fd, opensPage(request) ? CALLER.waitsForPage : CALLER.waits);
    response.once('close', () => {
      if (Atomics.load(callers.states, fd) === CALLER.receives)
        Atomics.store(callers.states, fd, CALLER.quiet);
    });
  });
}

/** A response to a client that the watcher may have answered. */
export class ShownResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  // biome-ignore lint/suspicious/noExplicitAny: Node declares several forms, which are passed on as they are.
  override writeHead(...given: any[]): this {
    const fd = this.socket === null ? null : descriptorOf(this.socket);
    if (fd !== null && Atomics.exchange(callers.states, fd, CALLER.receives) === CALLER.turnedAway) {
      Atomics.store(callers.states, fd, CALLER.turnedAway);
      this.socket?.destroy();
    }
    return super.writeHead(...(given as Parameters<ServerResponse['writeHead']>));
  }
}

const opensPage = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['sec-fetch-mode'] === 'navigate';

/** Returns null where the system has none, or one beyond the table. */
function descriptorOf(socket: Socket): number | null {
  // Node doesn't document the handle. Without it, clients that wait lose their connections.
  const fd = (socket as Socket & { _handle?: { fd?: number } | null })._handle?.fd;
  return fd === undefined || fd < 0 || fd >= CALLERS_BYTES ? null : fd;
}

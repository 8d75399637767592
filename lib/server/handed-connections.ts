import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_CONNECTIONS } from './http-server';
import type { Traffic } from './traffic';

/**
 * From now on `server` answers the connections that the supervisor takes for several processes and hands
 * round (`scripts/lib/supervisor/front-door.mjs`); it doesn't listen itself.
 */
export async function receiveConnections(
  server: Server,
  traffic: Pick<Traffic, 'connections'>,
): Promise<void> {
  server.emit('listening'); // which begins Node's looking for slow requests
  process.on('message', (message: { type?: string }, handle) => {
    if (message.type !== 'connection') return;
    // Before anything is read of it: until this is said, another process may get it.
    process.send?.({ type: 'connection-taken' });
    const socket = handle as Socket | undefined;
    if (socket === undefined) return; // it was closed on its way
    if (traffic.connections >= MAX_CONNECTIONS) return void socket.destroy();
    socket.allowHalfOpen = true; // as Node's HTTP server has them
    server.emit('connection', socket);
  });
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_CONNECTIONS } from './http-server';
import type { Traffic } from './traffic';

/**
 * Makes `server` handle connections that the supervisor accepts for several processes and passes on in turn
 * (`scripts/lib/supervisor/front-door.mjs`); it doesn't listen itself.
 */
export async function receiveConnections(
  server: Server,
  traffic: Pick<Traffic, 'connections'>,
): Promise<void> {
  server.emit('listening'); // starts Node's checks for slow requests
  process.on('message', (message: { type?: string }, handle) => {
    if (message.type !== 'connection') return;
    // Sent before anything is read from it: until then, another process may get the connection.
    process.send?.({ type: 'connection-taken' });
    const socket = handle as Socket | undefined;
    if (socket === undefined) return; // it was closed on the way
    if (traffic.connections >= MAX_CONNECTIONS) return void socket.destroy();
    socket.allowHalfOpen = true; // like the connections of Node's HTTP server
    server.emit('connection', socket);
  });
}

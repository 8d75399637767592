import { once } from 'node:events';
import net from 'node:net';
import { OperatorError } from './operator-error.mjs';

const HIGHEST_PORT = 65_535;

/** `PORT` as a number; anything but a whole number from 1 to 65535 is refused. */
export function parsePort(text) {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= HIGHEST_PORT) return port;
  throw new OperatorError(
    `PORT=${text} is not a port: give a whole number from 1 to ${HIGHEST_PORT}, such as 3000.`,
  );
}

/** Refuses a port or host that the server could not listen on, before any work is done for it. */
export async function requireFreePort(port, host) {
  const server = net.createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    throw explainListenFailure(error, port, host);
  }
  await closed(server);
}

/** Returns a currently free port of the loopback address. */
export async function findFreePort() {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  await closed(server);
  return port;
}

/** Returns true if the port of the loopback address is currently free. */
export async function isFreePort(port) {
  const server = net.createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    if (error.code === 'EADDRINUSE') return false;
    throw error;
  }
  await closed(server);
  return true;
}

function closed(server) {
  return new Promise((resolve) => server.close(resolve));
}

/** Explains to the operator how to fix a port or host that cannot be listened on. */
export function explainListenFailure(error, port, host) {
  const another = port < HIGHEST_PORT ? port + 1 : port - 1;
  switch (error.code) {
    case 'EADDRINUSE':
      return new OperatorError(
        `Port ${port} is taken by another program: stop that one, ` +
          `or choose another with PORT=${another} npm start.`,
      );
    case 'EACCES':
      return new OperatorError(
        `This user may not open port ${port}: choose one above 1023, such as PORT=3000.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new OperatorError(
        `HOST=${host} is not an address of this machine: use 127.0.0.1 for this machine alone ` +
          'or 0.0.0.0 for the network.',
      );
    default:
      return error;
  }
}

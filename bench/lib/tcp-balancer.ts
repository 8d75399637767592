import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Lifetime } from '../../e2e/fixtures/app-process';

/**
 * Assigns each connection to one of the ports in turn, to the next one if it is refused, and forwards its
 * end as an end and its reset as a reset. @returns its own origin
 */
export async function startBalancer(lifetime: Lifetime, ports: readonly number[]): Promise<string> {
  const clients = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    clients.add(client);
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    turn += 1;
    const first = turn; // other connections arrive while this one waits
    for (let attempt = 0; attempt < ports.length; attempt += 1) {
      const upstream = await connected(ports[(first + attempt) % ports.length]!);
      if (upstream !== null) return join(client, upstream);
    }
    client.resetAndDestroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  lifetime.onEnd(() => {
    server.close();
    for (const client of clients) client.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function connected(port: number): Promise<Socket | null> {
  const upstream = connect(port, '127.0.0.1');
  try {
    await once(upstream, 'connect');
    return upstream;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return null;
    throw error;
  }
}

function join(client: Socket, upstream: Socket): void {
  upstream.on('error', () => client.resetAndDestroy());
  client.on('error', () => upstream.resetAndDestroy());
  client.pipe(upstream);
  upstream.pipe(client);
}

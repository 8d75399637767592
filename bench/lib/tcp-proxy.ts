import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface Pair {
  client: Socket;
  upstream: Socket;
}

/**
 * A proxy between the product and its database: refuses like a host with a stopped program, or goes silent
 * like a host that is down.
 */
export class TcpProxy {
  readonly #targetPort: number;
  readonly #pairs = new Set<Pair>();
  readonly #silent = new Set<Socket>();
  #server: Server;

  constructor(
    readonly port: number,
    targetPort: number,
  ) {
    this.#targetPort = targetPort;
    this.#server = this.#newServer();
  }

  /** An outgoing connection of another program may use the port for a moment: then it is tried again. */
  async accept(): Promise<void> {
    for (let attempt = 1; !this.#server.listening; attempt += 1) {
      try {
        this.#server.listen(this.port, '127.0.0.1');
        await once(this.#server, 'listening');
      } catch (error) {
        if (attempt === 50) throw error;
        this.#server = this.#newServer();
        await sleep(100);
      }
    }
  }

  /** Refuses new connections; existing ones stay open. */
  refuse(): void {
    this.#server.close();
    this.#server = this.#newServer();
  }

  /**
   * Stops forwarding on existing connections: no bytes, no end, no reset. Their sessions at the database
   * end. New connections work: the situation after a failover.
   */
  goSilent(): void {
    for (const { client, upstream } of this.#pairs) {
      client.unpipe(upstream);
      upstream.unpipe(client);
      upstream.destroy();
      client.resume();
      this.#silent.add(client);
    }
    this.#pairs.clear();
  }

  close(): void {
    this.#server.close();
    for (const { client, upstream } of this.#pairs) for (const socket of [client, upstream]) socket.destroy();
    for (const client of this.#silent) client.destroy();
  }

  // Half-open, because a silent connection must not answer the client's end with its own.
  #newServer(): Server {
    return createServer({ allowHalfOpen: true }, (client) => this.#join(client));
  }

  #join(client: Socket): void {
    const upstream = connect({ port: this.#targetPort, host: '127.0.0.1', allowHalfOpen: true });
    const pair = { client, upstream };
    this.#pairs.add(pair);
    client.pipe(upstream);
    upstream.pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.setNoDelay(true);
      socket.on('error', () => this.#pairs.has(pair) && other.destroy());
      socket.on('close', () => {
        if (this.#pairs.delete(pair)) other.destroy();
        this.#silent.delete(socket);
      });
    }
  }
}

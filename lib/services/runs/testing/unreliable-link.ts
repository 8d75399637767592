import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Pair {
  sockets: [client: Socket, server: Socket];
  silent: boolean;
}

/** A way to a database that can fail as networks and databases do. */
export interface UnreliableLink {
  /** `url` with this link's address. */
  url: string;
  /**
   * Nothing passes, nothing is refused, as with a server that is frozen. What was held passes after `mend`.
   */
  hold(): void;
  /** Connections are reset and new ones too, as with a server that is stopped. */
  refuse(): void;
  /** The connections that are there now stay silent for ever; new ones work, as after a failover. */
  dropSilently(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openUnreliableLink(databaseUrl: string): Promise<UnreliableLink> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  let state: 'open' | 'held' | 'refusing' = 'open';

  const settle = (pair: Pair): void => {
    for (const socket of pair.sockets)
      if (state === 'refusing') socket.resetAndDestroy();
      else if (pair.silent || state === 'held') socket.pause();
      else socket.resume();
  };
  const settleAll = (): void => {
    for (const pair of pairs) settle(pair);
  };

  const server = createServer({ noDelay: true }, (client) => {
    const far = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const pair: Pair = { sockets: [client, far], silent: false };
    pairs.add(pair);
    for (const [from, to] of [pair.sockets, pair.sockets.toReversed()] as [Socket, Socket][]) {
      from.on('data', (chunk) => void to.write(chunk));
      from.on('end', () => {
        if (!pair.silent) to.end();
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        if (!pair.silent) to.destroy();
      });
    }
    settle(pair);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  const become = (next: typeof state) => () => {
    state = next;
    settleAll();
  };
  return {
    url: url.href,
    hold: become('held'),
    refuse: become('refusing'),
    mend: become('open'),
    dropSilently: () => {
      for (const pair of pairs) pair.silent = true;
      settleAll();
    },
    close: async () => {
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import pg from 'pg';

const SSL_REQUEST = 80_877_103;
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;

interface Session {
  stream: net.Socket;
  /** The bytes of an incomplete message. */
  rest: Buffer;
}

/**
 * Starts a pooler that lends a session for a transaction (or for the client's connection), like PgBouncer.
 * @returns its address
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session',
): Promise<{ url: string; close(): Promise<void> }> {
  const idle: Session[] = [];
  const all: net.Socket[] = [];

  const openSession = async (): Promise<Session> => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: net.Socket } }).connection;
    for (const event of ['data', 'end', 'close', 'error']) stream.removeAllListeners(event);
    stream.on('error', () => stream.destroy());
    all.push(stream);
    return { stream, rest: Buffer.alloc(0) };
  };

  const server = net.createServer((socket) => {
    all.push(socket);
    socket.on('error', () => socket.destroy());
    let mine: Session | null = null;
    let queue = Promise.resolve();
    const take = async (): Promise<Session> => {
      if (mine !== null) return mine;
      const session = idle.pop() ?? (await openSession());
      mine = session;
      session.stream.on('data', (chunk: Buffer) => {
        socket.write(chunk);
        if (isIdleAfter(session, chunk) && mode === 'transaction') give();
      });
      return session;
    };
    const give = (): void => {
      mine?.stream.removeAllListeners('data');
      if (mine !== null) idle.push(mine);
      mine = null;
    };
    let started = false;
    socket.on('data', (chunk: Buffer) => {
      if (started) {
        queue = queue.then(async () => void (await take()).stream.write(chunk));
        return;
      }
      if (chunk.readInt32BE(4) === SSL_REQUEST) {
        socket.write('N');
        return;
      }
      started = true;
      socket.write(greeting());
    });
    socket.on('close', () => mine?.stream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

/** Accepts the client; the number of its session is invented. */
const greeting = (): Buffer =>
  Buffer.concat([
    message('R', Buffer.from([0, 0, 0, 0])),
    message('K', Buffer.concat([Buffer.from([0x7f]), randomBytes(7)])),
    message('Z', Buffer.from('I')),
  ]);

/** Returns true if the last complete message reports that no transaction is open. */
function isIdleAfter(session: Session, chunk: Buffer): boolean {
  let bytes = Buffer.concat([session.rest, chunk]);
  let isIdle = false;
  while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
    const size = bytes.readInt32BE(1) + 1;
    isIdle = bytes[0] === READY_FOR_QUERY && bytes[5] === IDLE;
    bytes = bytes.subarray(size);
  }
  session.rest = bytes;
  return isIdle && bytes.length === 0;
}

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const AUTHENTICATED = message('R', Buffer.from([0, 0, 0, 0]));
const READY = message('Z', Buffer.from('I'));
const BOOLEAN_COLUMN = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0]);
const COLUMNS = message(
  'T',
  Buffer.concat([Buffer.from([0, 1]), Buffer.from('isReadOnly\0'), BOOLEAN_COLUMN]),
);
const DONE = message('C', Buffer.from('SELECT 1\0'));
const TERMINATE = 'X'.charCodeAt(0);

const row = (isReadOnly: boolean): Buffer =>
  message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 1]), Buffer.from(isReadOnly ? 't' : 'f')]));

export interface ReadOnlyServer {
  port: number;
  isReadOnly: boolean;
  connections: number;
  close(): void;
}

/** Starts enough of PostgreSQL's protocol to answer each statement with whether the server is read-only. */
export async function startReadOnlyServer(isReadOnly: boolean): Promise<ReadOnlyServer> {
  const listener = createServer((socket) => {
    server.connections += 1;
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', (data) => {
        if (data[0] === TERMINATE) socket.end();
        else socket.write(Buffer.concat([COLUMNS, row(server.isReadOnly), DONE, READY]));
      });
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const server: ReadOnlyServer = { port, isReadOnly, connections: 0, close: () => listener.close() };
  return server;
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { TEST_CERTIFICATE } from './test-certificate';

/** A real server on a free port, with counts of its connections. */
export interface LoopbackServer {
  port: number;
  /** `http://127.0.0.1:<port>` */
  origin: string;
  connections: () => number;
  openSockets: () => number;
  close(): Promise<void>;
}

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  rawHeaders: string[];
  body: string;
}

export interface LoopbackHttpServer extends LoopbackServer {
  received: ReceivedRequest[];
}

type Handler = (request: ReceivedRequest, response: ServerResponse, index: number) => void;

/** Starts a server that reads each request whole, then answers; `index` counts from 0. */
export async function startHttpServer(handler: Handler): Promise<LoopbackHttpServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(readThen(received, handler));
  return { ...(await listen(server)), received };
}

/** Like `startHttpServer`, over TLS with a certificate for `secure.test`. */
export async function startHttpsServer(handler: Handler): Promise<LoopbackHttpServer> {
  const received: ReceivedRequest[] = [];
  const server = createHttpsServer(TEST_CERTIFICATE, readThen(received, handler));
  return { ...(await listen(server)), received };
}

/** Starts a TCP server: `talk` gets each socket once its first data has arrived. */
export async function startRawServer(talk: (socket: Socket, index: number) => void): Promise<LoopbackServer> {
  let index = 0;
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => talk(socket, index++));
  });
  return listen(server);
}

function readThen(received: ReceivedRequest[], handler: Handler) {
  return async (incoming: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { method = '', url = '', headers, rawHeaders } = incoming;
    const request = { method, url, headers, rawHeaders, body };
    received.push(request);
    handler(request, response, received.length - 1);
  };
}

export async function listen(server: Server, host = '127.0.0.1'): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    connections: () => connections,
    openSockets: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Resolves once no connection to the server is open; the test's own timeout ends a leak. */
export async function drained(server: LoopbackServer): Promise<void> {
  while (server.openSockets() > 0) await new Promise((resolve) => setImmediate(resolve));
}

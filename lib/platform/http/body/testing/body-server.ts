import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { BodyLimits } from '../body-limits';
import { bodyOfRequest, letWait } from '../body-of-request';
import { type BodyRoom, createBodyRoom } from '../body-room';
import { IncomingBody } from '../incoming-body';

export interface Arrived {
  request: IncomingMessage;
  response: ServerResponse;
  body: IncomingBody;
}

export interface BodyServer {
  room: BodyRoom;
  /** Sends these bytes on a new connection; resolves once the server has parsed a request from them. */
  send(head: string, body?: string | Uint8Array): Promise<Arrived & { socket: Socket }>;
  close(): void;
}

/** A server that hands requests to the test, with their bodies unread. */
export async function startBodyServer(limits: BodyLimits): Promise<BodyServer> {
  const room = createBodyRoom(limits);
  const waiting: Array<(arrived: Arrived) => void> = [];
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const body = new IncomingBody(bodyOfRequest(request).source, room);
    waiting.shift()?.({ request, response, body });
  };
  const server = createServer(take);
  server.on('checkContinue', (request, response) => {
    letWait(request, response);
    take(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    room,
    async send(head, body) {
      const arrived = new Promise<Arrived>((resolve) => waiting.push(resolve));
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => socket.destroy());
      socket.write(`POST / HTTP/1.1\r\nhost: here\r\n${head}\r\n\r\n`);
      if (body !== undefined) socket.write(body);
      return { ...(await arrived), socket };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

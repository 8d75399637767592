import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { bodyOfRequest } from '../body-of-request';
import { createBodyRoom } from '../body-room';
import { IncomingBody } from '../incoming-body';

/**
 * Receives bodies that never end, as the product does or, for comparison, as a server without a budget,
 * which keeps all received bytes. Responds to each message with the bytes that it holds.
 */
const MB = 1024 * 1024;
const MAX_BYTES = 10 * MB;
const room = createBodyRoom({
  memoryBytes: 64 * MB,
  diskBytes: 4_096 * MB,
  workBytes: 64 * MB,
  minBytesPerSecond: 0,
  parentFolder: tmpdir(),
});
let receivedBytes = 0;
const kept: Buffer[] = [];

const receive: Record<string, (request: IncomingMessage) => void> = {
  budget(request) {
    const body = new IncomingBody(bodyOfRequest(request).source, room);
    request.on('data', (chunk: Buffer) => (receivedBytes += chunk.length));
    body.read(MAX_BYTES, []).catch(() => undefined); // its sender disconnects in the end
  },
  control(request) {
    request.on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      kept.push(chunk);
    });
  },
};

const server = createServer(receive[process.argv[2]!]);
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', () =>
  process.send!({ receivedBytes, residentBytes: process.memoryUsage.rss(), ...room.budget.held }),
);
process.on('disconnect', () => process.exit(0));

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The server called by `bench/outbound.ts`, in its own process; prints its port. */
const BODY = JSON.stringify({
  ok: true,
  items: Array.from({ length: 8 }, (_, id) => ({ id, name: `item ${id}` })),
});

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(BODY) });
  response.end(BODY);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

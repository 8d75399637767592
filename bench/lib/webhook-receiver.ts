import { createServer } from 'node:http';

/** One delivery as it came in. Times are milliseconds since 1970. */
export interface Arrival {
  deliveryId: string;
  path: string;
  executionId: string;
  /** End of the execution it tells of. */
  endedAtMs: number;
  firstByteAtMs: number;
}

/**
 * A receiver in a process of its own. `/hang…` never answers, `/fail…` answers 500, everything else
 * acknowledges at once. Answers `report` from its parent with what has come since the last one, `count` with
 * how many have.
 */
let arrivals: Arrival[] = [];
const now = (): number => performance.timeOrigin + performance.now();

const server = createServer((request, response) => {
  const firstByteAtMs = now();
  const { url = '/', headers } = request;
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    const deliveryId = String(headers['service-delivery-id']);
    const endedAtMs = Date.parse(data.endedAt);
    arrivals.push({ deliveryId, path: url, executionId: data.executionId, endedAtMs, firstByteAtMs });
    if (url.startsWith('/hang')) return;
    response.writeHead(url.startsWith('/fail') ? 500 : 200, { 'content-length': 2 }).end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) process.send?.({ port: address.port });
});
process.on('message', (message) => {
  if (message === 'count') process.send?.({ count: arrivals.length });
  if (message !== 'report') return;
  process.send?.({ arrivals });
  arrivals = [];
});
process.on('disconnect', () => process.exit(0));

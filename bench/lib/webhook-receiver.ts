import { createServer } from 'node:http';

/** One received delivery. Times are milliseconds since 1970. */
export interface Arrival {
  deliveryId: string;
  path: string;
  executionId: string;
  /** End of the delivered execution. */
  endedAtMs: number;
  firstByteAtMs: number;
}

/**
 * A receiver in its own process. `/hang…` never responds, `/fail…` responds with 500, everything else
 * acknowledges immediately. Answers `report` from its parent with the arrivals since the last report, and
 * `count` with their number.
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

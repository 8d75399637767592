import type { ServerResponse } from 'node:http';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../lib/platform/outbound-http/testing/loopback-server';
import { greetEndpoint } from '../../lib/services/demo/endpoints';
import { greet } from '../../lib/services/demo/greet';

const ORDER = {
  id: 1001,
  customer: { name: 'Ada', email: 'ada@example.com' },
  items: [
    { sku: 'A-17', price: 12.5 },
    { sku: 'B-02', price: 30 },
  ],
};
const PDF = Buffer.from('%PDF-1.4 an invoice');

/** The server that the workflows of the guides call as `{{SHOP_URL}}`. */
export function startGuideShop(): Promise<LoopbackHttpServer> {
  let failures = 0;
  return startHttpServer((request, response) => {
    const url = new URL(request.url, 'http://shop');
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/unreliable') {
      failures += 1;
      return failures % 2 === 1 ? json(503, { error: 'busy' }) : json(200, { rate: 1.08 });
    }
    if (url.pathname === '/down') return json(500, { error: 'broken' });
    if (url.pathname === '/invoices/1001.pdf')
      return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF);
    return answerShop(request, url, json, response);
  });
}

function answerShop(
  request: ReceivedRequest,
  url: URL,
  json: (status: number, body: unknown) => void,
  response: ServerResponse,
): void {
  const asked = `${request.method} ${url.pathname}`;
  if (asked === 'GET /orders') return json(200, pageOfOrders(Number(url.searchParams.get('page') ?? 1)));
  if (asked === 'GET /orders/1001') return json(200, ORDER);
  if (asked === 'POST /files') {
    const type = String(request.headers['content-type']).split(';')[0];
    return json(201, { contentType: type, bytes: Buffer.byteLength(request.body) });
  }
  // What the product itself answers, and the example workflow of a new workspace asks.
  if (asked === `POST ${greetEndpoint.path}`) return json(201, greet(JSON.parse(request.body)));
  if (asked === 'POST /orders') {
    const hasKey = typeof request.headers['idempotency-key'] === 'string';
    return json(201, { id: 2001, ...JSON.parse(request.body), hasKey });
  }
  if (asked === 'DELETE /orders/1001') return void response.writeHead(204).end();
  return json(404, { error: 'not found' });
}

/** Three pages: two orders, two orders, one. */
const pageOfOrders = (page: number) => ({
  orders: [1, 2].map((n) => ({ id: (page - 1) * 2 + n })).filter(({ id }) => id <= 5),
});

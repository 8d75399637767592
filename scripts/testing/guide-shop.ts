import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../lib/platform/outbound-http/testing/loopback-server';
import { greetEndpoint } from '../../lib/services/demo/endpoints';
import { greet } from '../../lib/services/demo/greet';

interface Reply {
  status: number;
  /** Bytes are a PDF, anything else is JSON. */
  body: unknown;
}

const ORDER = {
  id: 1001,
  customer: { name: 'Ada', email: 'ada@example.com' },
  items: [
    { sku: 'A-17', price: 12.5 },
    { sku: 'B-02', price: 30 },
  ],
};

/** Three pages: two orders, two orders, one. */
const pageOfOrders = (page: number) => ({
  orders: [1, 2].map((n) => ({ id: (page - 1) * 2 + n })).filter(({ id }) => id <= 5),
});

/** With a cursor: two customers, two customers, one. */
function pageOfCustomers(cursor: string | null) {
  const first = cursor === null ? 1 : Number(cursor.slice('after-'.length)) + 1;
  const items = [first, first + 1].filter((id) => id <= 5).map((id) => ({ id }));
  return { items, next_cursor: first + 1 < 5 ? `after-${first + 1}` : null };
}

/** Each page but the last has the URL of the next, relative to its own. */
const pageOfInvoices = (after: number) => ({
  value: [after + 1, after + 2].filter((id) => id <= 3).map((id) => ({ id })),
  ...(after === 0 && { next: '?after=2' }),
});

/** Replies by method and path. */
const REPLIES: Readonly<Record<string, (request: ReceivedRequest, query: URLSearchParams) => Reply>> = {
  'GET /orders': (_, query) => ({ status: 200, body: pageOfOrders(Number(query.get('page') ?? 1)) }),
  'GET /customers': (_, query) => ({ status: 200, body: pageOfCustomers(query.get('cursor')) }),
  'GET /invoices': (_, query) => ({ status: 200, body: pageOfInvoices(Number(query.get('after') ?? 0)) }),
  'GET /orders/1001': () => ({ status: 200, body: ORDER }),
  'GET /invoices/1001.pdf': () => ({ status: 200, body: Buffer.from('%PDF-1.4 an invoice') }),
  'GET /down': () => ({ status: 500, body: { error: 'broken' } }),
  'POST /orders': ({ headers, body }) => {
    const { sku } = JSON.parse(body) as { sku: string };
    return { status: 201, body: { sku, key: headers['idempotency-key'] } };
  },
  'POST /files': ({ headers, body }) => {
    const contentType = String(headers['content-type']).split(';')[0];
    return { status: 201, body: { contentType, bytes: Buffer.byteLength(body) } };
  },
  // The product itself sends this response to the example workflow of a new workspace.
  [`POST ${greetEndpoint.path}`]: ({ body }) => ({ status: 201, body: greet(JSON.parse(body)) }),
};

/** The server that the workflows of the guides call as `{{SHOP_URL}}`. */
export function startGuideShop(): Promise<LoopbackHttpServer> {
  let timesUnreliable = 0;
  const replyTo = (request: ReceivedRequest): Reply => {
    const { pathname, searchParams } = new URL(request.url, 'http://shop');
    if (pathname === '/unreliable') {
      timesUnreliable += 1;
      const isBusy = timesUnreliable % 2 === 1;
      return isBusy ? { status: 503, body: { error: 'busy' } } : { status: 200, body: { rate: 1.08 } };
    }
    const reply = REPLIES[`${request.method} ${pathname}`];
    return reply?.(request, searchParams) ?? { status: 404, body: { error: 'not found' } };
  };
  return startHttpServer((request, response) => {
    const { status, body } = replyTo(request);
    const isFile = Buffer.isBuffer(body);
    response.writeHead(status, { 'content-type': isFile ? 'application/pdf' : 'application/json' });
    response.end(isFile ? body : JSON.stringify(body));
  });
}

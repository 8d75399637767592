import { expect, test, vi } from 'vitest';
import { requestKey } from '../../../core/engine/request-key';
import type { OutboundClient, OutboundRequest } from '../../../platform/outbound-http/contract';
import { spanIdOf, traceIdOf } from '../../../platform/telemetry/trace-context';
import { tracedClient } from './traced-client';

const EXECUTION_ID = '019c1c5e-0b57-7c3a-8d42-5f0d7a3b9c11';
const OWN = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

// A collector is named before anything asks for it: a process reads these variables once.
vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9');

/** The headers that a request of the block `orders` goes out with. */
async function headersOf(url: string, hosts: readonly string[], headers: OutboundRequest['headers'] = []) {
  const sent: OutboundRequest[] = [];
  const client: OutboundClient = {
    request: async (request) => {
      sent.push(request);
      throw new Error('nothing is sent');
    },
    close: async () => undefined,
  };
  const traced = tracedClient(client, { executionId: EXECUTION_ID }, hosts);
  const request = { method: 'GET', url, headers, body: null };
  const context = { idempotencyKey: requestKey(EXECUTION_ID, 'orders') };
  await expect(traced.request(request, context)).rejects.toThrow('nothing is sent');
  return sent[0]?.headers;
}

test('a host that the operator names gets the span of the block', async () => {
  const value = `00-${traceIdOf(EXECUTION_ID)}-${spanIdOf(EXECUTION_ID, 'orders')}-01`;
  expect(await headersOf('https://orders.internal/x', ['orders.internal'])).toEqual([['traceparent', value]]);
  expect(await headersOf('http://orders.internal/x', ['orders.internal:80'])).toEqual([
    ['traceparent', value],
  ]);
});

test('others get nothing', async () => {
  expect(await headersOf('https://elsewhere.example/', ['orders.internal'])).toEqual([]);
  expect(await headersOf('https://orders.internal:8443/', ['orders.internal:443'])).toEqual([]);
  expect(await headersOf('https://orders.internal/', [])).toEqual([]);
});

test('an author’s own header stays', async () => {
  const given: OutboundRequest['headers'] = [['Traceparent', OWN]];
  expect(await headersOf('https://orders.internal/', ['orders.internal'], given)).toEqual(given);
});

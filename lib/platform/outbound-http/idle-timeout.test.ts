import { afterEach, expect, it } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { drained, startHttpServer } from './testing/loopback-server';
import { createTestBed, get, ONCE } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

it('a response that stands still fails with TIMEOUT, whether its head has come or not', async () => {
  const server = await bed.serve(
    startHttpServer(({ url }, response) => {
      if (url === '/silent') return;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
    }),
  );
  const { client } = bed.open();
  for (const path of ['/silent', '/stalls']) {
    const result = await client.request(get(server.origin + path), { ...ONCE, idleTimeoutMs: 100 });
    expect(result.error, path).toMatchObject({ code: 'TIMEOUT', phase: 'idle', retryable: true });
  }
  await drained(server);
});

it('a response that keeps coming for longer than it may stand still is read to its end', async () => {
  const idleTimeoutMs = patient(1_500);
  const server = await bed.serve(
    startHttpServer((_, response) => {
      response.writeHead(200);
      const begunAt = performance.now();
      const timer = setInterval(() => {
        if (performance.now() - begunAt < 1.2 * idleTimeoutMs) return response.write('.');
        clearInterval(timer);
        return response.end('done');
      }, 50);
    }),
  );
  const { client } = bed.open();
  const { response } = await client.request(get(server.origin), { ...ONCE, idleTimeoutMs });
  expect(response?.body.toString()).toMatch(/^\.+done$/);
});

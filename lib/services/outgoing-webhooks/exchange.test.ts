import { afterEach, expect, test, vi } from 'vitest';
import { startRawServer } from '../../platform/outbound-http/testing/loopback-server';
import { createTestBed } from '../../platform/outbound-http/testing/outbound-test-client';
import { sendOnce } from './exchange';

const bed = createTestBed();
afterEach(async () => {
  vi.useRealTimers();
  await bed.closeAll();
});

test.each([
  ['says nothing', '', { code: 'TIMEOUT', response: null }, 'within 30 s'],
  ['begins a status line', 'HTTP/1.1 20', { code: 'TIMEOUT', response: null }, 'within 30 s'],
  // Its status line decides: an event that was acknowledged is never delivered twice.
  [
    'never ends its headers',
    'HTTP/1.1 200 OK\r\nX-A: ',
    { code: null, response: { status: 200, truncated: true } },
    'acknowledged',
  ],
])('a receiver that %s is given up after 30 s', async (_, bytes, outcome, words) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const server = await bed.serve(startRawServer((socket) => socket.write(bytes, () => arrive())));
  const { client } = bed.open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let code: string | null | undefined;
  const sent = sendOnce(client, { url: server.origin, headers: [], body: '{}' }).then((exchange) => {
    code = exchange.code;
    return exchange;
  });
  await arrived;
  await vi.advanceTimersByTimeAsync(29_999);
  expect(code).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(await sent).toMatchObject(outcome);
  expect((await sent).reason).toContain(words);
});

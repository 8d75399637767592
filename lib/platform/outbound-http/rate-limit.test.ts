import { afterEach, describe, expect, it } from 'vitest';
import { readRateLimit } from './rate-limit';
import { startHttpServer } from './testing/loopback-server';
import { createTestBed, get, post } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const NOW = Date.UTC(2026, 10, 25, 12);
const seconds = (after: number) => String(NOW / 1_000 + after);

type Headers = Record<string, string>;

describe('what headers ask for', () => {
  it.each<[status: number, headers: Headers, isReached: boolean, retryAfterMs: number | null]>([
    [200, { 'retry-after': '7', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, false, null],
    [503, { 'retry-after': '7' }, false, 7_000],
    [503, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }, false, null],
    [429, {}, true, null],
    [429, { 'retry-after': '7', 'x-ratelimit-reset': '90' }, true, 7_000],
    [429, { 'retry-after-ms': '1250' }, true, 1_250],
    [429, { 'x-ms-retry-after-ms': '400' }, true, 400],
    [429, { 'x-ratelimit-reset': '30' }, true, 30_000],
    [429, { 'x-ratelimit-reset': seconds(30) }, true, 30_000],
    [429, { 'x-ratelimit-reset': String(NOW + 30_500) }, true, 30_500],
    [429, { 'x-ratelimit-reset': `${seconds(30)}.25` }, true, 30_250],
    [429, { 'x-ratelimit-reset': seconds(-30) }, true, null],
    [429, { 'x-ratelimit-reset': '0' }, true, null],
    [429, { 'x-ratelimit-reset': 'soon' }, true, null],
    [429, { 'x-ratelimit-reset': new Date(NOW + 9_000).toUTCString() }, true, 9_000],
    [429, { 'x-ratelimit-reset': new Date(NOW + 9_000).toISOString() }, true, 9_000],
    [429, { 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '900' }, true, null],
    [429, { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': seconds(5) }, true, 5_000],
    [429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-after': '1.5' }, true, 1_500],
    [429, { 'ratelimit-reset': '30' }, true, 30_000],
    [
      429,
      { 'ratelimit-limit': '10, 10;w=60', 'ratelimit-remaining': '0', 'ratelimit-reset': '8' },
      true,
      8_000,
    ],
    [429, { ratelimit: 'limit=100, remaining=0, reset=50' }, true, 50_000],
    [429, { ratelimit: '"burst";r=0;t=4, "day";r=500;t=3600' }, true, 4_000],
    [429, { ratelimit: '"burst";r=0;t=4, "day";r=0;t=3600' }, true, 3_600_000],
    [429, { ratelimit: '"a, b' }, true, null],
    [403, {}, false, null],
    [403, { 'retry-after': '5' }, true, 5_000],
    [403, { 'retry-after': 'soon' }, false, null],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(20) }, true, 20_000],
    [403, { 'x-ratelimit-remaining': '0' }, false, null],
    [403, { 'x-ratelimit-remaining': '41', 'x-ratelimit-reset': seconds(20) }, false, null],
    [403, { 'x-ratelimit-reset': seconds(20) }, false, null],
    [403, { ratelimit: '"default";r=0;t=12' }, true, 12_000],
    [403, { ratelimit: '"default";r=3;t=12' }, false, null],
    [404, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(20) }, false, null],
    [401, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': seconds(20) }, false, null],
  ])('%i with %j: reached %s, wait %s ms', (status, headers, isReached, retryAfterMs) => {
    expect(readRateLimit({ status, headers }, NOW)).toEqual({ isReached, retryAfterMs });
  });
});

describe('a limit by another name', () => {
  /** Refuses this many times, then answers. */
  const serveLimit = (status: number, headers: () => Headers, times = 1) =>
    bed.serve(
      startHttpServer((_request, response, index) => {
        if (index < times) response.writeHead(status, headers());
        response.end();
      }),
    );
  const usedUp = (afterSeconds: number) => () => ({
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1_000) + afterSeconds),
  });

  it.each([
    ['403 with Retry-After', 403, () => ({ 'Retry-After': '7' })],
    ['429 with RateLimit', 429, () => ({ RateLimit: '"default";r=0;t=7' })],
    ['403 with RateLimit-Reset', 403, () => ({ 'RateLimit-Remaining': '0', 'RateLimit-Reset': '7' })],
  ])('%s is waited out, and a POST may be sent again even with care', async (_what, status, headers) => {
    const server = await serveLimit(status, headers);
    const { client, clock } = bed.open();
    const { response } = await client.request(post(server.origin, 'x'), { retry: { when: 'safe', max: 3 } });
    expect(response?.status).toBe(200);
    expect(clock.waits).toEqual([7_000]);
  });

  it('a moment is waited for', async () => {
    const server = await serveLimit(403, usedUp(20));
    const { client, clock } = bed.open();
    expect((await client.request(get(server.origin))).response?.status).toBe(200);
    expect(clock.waits[0]).toBeGreaterThan(18_000);
    expect(clock.waits[0]).toBeLessThanOrEqual(21_000);
  });

  it('beyond the time there is: RATE_LIMITED at once', async () => {
    const server = await serveLimit(403, usedUp(1_800));
    const { response, error } = await bed.open().client.request(get(server.origin));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryable: true });
    expect(response).toMatchObject({ status: 403, isRateLimited: true });
    expect(server.received).toHaveLength(1);
  });

  it('a plain 403 is final', async () => {
    const server = await serveLimit(403, () => ({}));
    const { response } = await bed.open().client.request(get(server.origin));
    expect(response).toMatchObject({ status: 403, isRateLimited: false, retryAfterMs: null });
    expect(server.received).toHaveLength(1);
  });
});

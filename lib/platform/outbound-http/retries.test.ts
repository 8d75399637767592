import { afterEach, describe, expect, it } from 'vitest';
import type { OutboundOptions } from './contract';
import { type LoopbackHttpServer, startHttpServer, startRawServer } from './testing/loopback-server';
import { createTestBed, get, post } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

type Answer = { status: number; headers?: Record<string, string> };

/** Sends these answers one by one, repeating the last; status 0 cuts the connection. */
function serveAnswers(...answers: Answer[]): Promise<LoopbackHttpServer> {
  return bed.serve(
    startHttpServer((_request, response, index) => {
      const { status, headers = {} } = answers[Math.min(index, answers.length - 1)] ?? { status: 500 };
      if (status === 0) {
        response.destroy();
        return;
      }
      response.writeHead(status, headers);
      response.end(String(index));
    }),
  );
}

const OK = { status: 200 };
const always = (max: number): OutboundOptions => ({ retry: { when: 'always', max } });
const safe: OutboundOptions = { retry: { when: 'safe', max: 3 } };

describe('retries', () => {
  it.each([429, 500, 502, 503, 504, 599, 0])('%i, then 200: tried again', async (status) => {
    const server = await serveAnswers({ status }, OK);
    const { response, error, attempts } = await bed.open().client.request(post(server.origin, 'x'));
    expect(error).toBeNull();
    expect(response?.status).toBe(200);
    expect(attempts.map((attempt) => attempt.status)).toEqual([status || null, 200]);
    expect(attempts[0]?.code).toBe(status ? 'HTTP_STATUS' : 'CONNECTION_RESET');
    expect(attempts[0]?.startedAt).toMatch(/^\d{4}-.*Z$/);
  });

  it.each([400, 401, 403, 404, 408, 409, 410, 422, 304])('%i is final', async (status) => {
    const server = await serveAnswers({ status }, OK);
    const { response, attempts } = await bed.open().client.request(get(server.origin));
    expect(response?.status).toBe(status);
    expect(attempts).toHaveLength(1);
  });

  it('makes three retries unless told otherwise, waiting 1, 2 and 4 s at most', async () => {
    const server = await serveAnswers({ status: 500 });
    const { client, clock } = bed.open();
    const { response, error, attempts } = await client.request(get(server.origin));
    expect(response?.status).toBe(500);
    expect(error).toBeNull();
    expect(server.received).toHaveLength(4);
    expect(clock.waits).toEqual([1000, 2000, 4000]);
    expect(attempts.map((attempt) => attempt.waitMs)).toEqual([0, 1000, 2000, 4000]);
  });

  it.each([429, 500, 0, 'silence', 'nobody there'] as const)(
    'waits twice as long after each failure, also after %s',
    async (what) => {
      const server =
        typeof what === 'number'
          ? await serveAnswers({ status: what })
          : await bed.serve(startRawServer(() => undefined));
      if (what === 'nobody there') await server.close();
      const { client, clock } = bed.open();
      // Short only where the timeout is meant to expire.
      const attemptTimeoutMs = what === 'silence' ? 60 : 30_000;
      const { attempts } = await client.request(get(server.origin), { attemptTimeoutMs });
      expect(clock.waits).toEqual([1000, 2000, 4000]);
      expect(attempts).toHaveLength(4);
    },
  );

  it('never waits longer than 30 s of its own accord', async () => {
    const server = await serveAnswers({ status: 500 });
    const { client, clock } = bed.open();
    await client.request(get(server.origin), { ...always(10), totalTimeoutMs: 600_000 });
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000, 30000, 30000]);
  });

  it('waits half as long at the least', async () => {
    const server = await serveAnswers({ status: 500 });
    const { client, clock } = bed.open({ random: () => 0 });
    await client.request(get(server.origin));
    expect(clock.waits).toEqual([500, 1000, 2000]);
  });

  it('makes none with 0 or "never"', async () => {
    for (const retry of [
      { when: 'always' as const, max: 0 },
      { when: 'never' as const, max: 10 },
    ]) {
      const server = await serveAnswers({ status: 500 });
      await bed.open().client.request(get(server.origin), { retry });
      expect(server.received).toHaveLength(1);
    }
  });

  it('repeats a timed-out attempt', async () => {
    const server = await bed.serve(
      startRawServer((socket, index) => {
        if (index > 0) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      }),
    );
    const { response, attempts } = await bed
      .open()
      .client.request(get(server.origin), { attemptTimeoutMs: 1_000 });
    expect(response?.status).toBe(200);
    expect(attempts.map(({ code }) => code)).toEqual(['TIMEOUT', null]);
  });

  it('repeats a refused connection and reports the last failure', async () => {
    const server = await startHttpServer(() => undefined);
    await server.close();
    const { error, attempts } = await bed.open().client.request(post(server.origin, 'x'), safe);
    expect(error?.code).toBe('CONNECTION_REFUSED');
    expect(attempts).toHaveLength(4);
  });

  it('does not start a wait that the total timeout would cut', async () => {
    const server = await serveAnswers({ status: 500 });
    const { client, clock } = bed.open();
    const { response, error } = await client.request(get(server.origin), {
      ...always(10),
      // 31 s of it are waits; the rest is for a slow machine.
      totalTimeoutMs: 46_000,
    });
    expect(response?.status).toBe(500);
    expect(error).toBeNull();
    expect(clock.waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
  });

  it('sends the same idempotency key and body on every attempt of a POST or PATCH', async () => {
    for (const method of ['POST', 'PATCH']) {
      const server = await serveAnswers({ status: 503 }, { status: 0 }, { status: 429 }, OK);
      const request = { ...post(server.origin, '{"a":1}'), method };
      await bed.open().client.request(request, { idempotencyKey: 'run-1.block-2' });
      expect(server.received).toHaveLength(4);
      expect(new Set(server.received.map(({ headers }) => headers['idempotency-key']))).toEqual(
        new Set(['run-1.block-2']),
      );
      expect(new Set(server.received.map(({ body }) => body))).toEqual(new Set(['{"a":1}']));
    }
  });

  it("leaves the author's own idempotency key alone and gives GET, PUT and DELETE none", async () => {
    const server = await serveAnswers(OK);
    const { client } = bed.open();
    await client.request(post(server.origin, 'x', [['idempotency-KEY', 'mine']]), { idempotencyKey: 'ours' });
    for (const method of ['GET', 'PUT', 'DELETE']) {
      await client.request({ ...get(server.origin), method }, { idempotencyKey: 'ours' });
    }
    const keys = server.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual(['mine', undefined, undefined, undefined]);
  });
});

describe('retries "only when safe"', () => {
  it.each([
    ['POST', 429, 2],
    ['POST', 503, 2],
    ['POST', 500, 1],
    ['POST', 502, 1],
    ['POST', 0, 1],
    ['PATCH', 504, 1],
    ['PATCH', 0, 1],
    ['GET', 500, 2],
    ['GET', 0, 2],
    ['PUT', 502, 2],
    ['DELETE', 0, 2],
  ])('%s answered with %i is sent %i times', async (method, status, times) => {
    const server = await serveAnswers({ status }, OK);
    await bed.open().client.request({ ...post(server.origin, 'x'), method }, safe);
    expect(server.received).toHaveLength(times);
  });

  it('does not repeat a POST whose redirect target is down: it has been done', async () => {
    const down = await startHttpServer(() => undefined);
    await down.close();
    const server = await serveAnswers({ status: 303, headers: { Location: down.origin } });
    const { error } = await bed.open().client.request(post(server.origin, 'x'), safe);
    expect(error?.code).toBe('CONNECTION_REFUSED');
    expect(server.received).toHaveLength(1);
  });
});

describe('Retry-After', () => {
  const limited = (value: string, status = 429) => ({ status, headers: { 'Retry-After': value } });

  it('in seconds is waited out in full', async () => {
    const server = await serveAnswers(limited('7'), limited('1'), OK);
    const { client, clock } = bed.open({ random: () => 0 });
    await client.request(get(server.origin));
    expect(clock.waits).toEqual([7000, 1000]);
  });

  it('as a date is waited out in full', async () => {
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 20_000);
    const server = await serveAnswers(limited(date.toUTCString()), OK);
    const { client, clock } = bed.open();
    const before = Date.now();
    const { response } = await client.request(get(server.origin));
    const after = Date.now();
    expect(response?.status).toBe(200);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(date.getTime() - after);
    expect(clock.waits[0]).toBeLessThanOrEqual(date.getTime() - before);
  });

  it('of a 503 counts as well', async () => {
    const server = await serveAnswers(limited('5', 503), OK);
    const { client, clock } = bed.open();
    await client.request(get(server.origin));
    expect(clock.waits).toEqual([5000]);
  });

  it.each(['0', 'Mon, 01 Jan 2001 00:00:00 GMT', 'soon', '-5', ''])(
    '%j falls back to the usual wait',
    async (value) => {
      const server = await serveAnswers(limited(value), OK);
      const { client, clock } = bed.open();
      await client.request(get(server.origin));
      expect(clock.waits).toEqual([1000]);
    },
  );

  it.each([
    ['61', 61_000],
    ['3600', 3_600_000],
  ])('of %s s: RATE_LIMITED at once, with the response kept', async (seconds, retryAfterMs) => {
    const server = await serveAnswers(limited(seconds), OK);
    const { client, clock } = bed.open();
    const { response, error, attempts } = await client.request(get(server.origin));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryable: true, retryAfterMs });
    expect(error?.message).toContain(`${seconds} s`);
    expect(response).toMatchObject({ status: 429, retryAfterMs });
    expect(attempts).toHaveLength(1);
    expect(clock.waits).toEqual([]);
  });

  it('of exactly 60 s is waited out', async () => {
    const server = await serveAnswers(limited('60'), OK);
    const { client, clock } = bed.open();
    await client.request(get(server.origin));
    expect(clock.waits).toEqual([60_000]);
  });

  it('beyond the time left: RATE_LIMITED at once', async () => {
    const server = await serveAnswers(limited('20'), OK);
    const { error } = await bed.open().client.request(get(server.origin), { totalTimeoutMs: 15_000 });
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 20_000 });
    expect(server.received).toHaveLength(1);
  });
});

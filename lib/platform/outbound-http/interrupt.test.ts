import { afterEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from './client';
import { drained, startHttpServer, startRawServer } from './testing/loopback-server';
import { createTestBed, get, ONCE } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const serveRaw = (...args: Parameters<typeof startRawServer>) => bed.serve(startRawServer(...args));
/** Without cancellation the test would hang for this long. */
const ENDLESS_MS = 3_600_000;
/** Long enough for the first bytes to arrive on a busy machine. */
const DRIP_MS = 1_000;

/** Returns a promise `reached` that resolves with the first call of `reach`. */
function createMilestone() {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  return { reached, reach: () => reach() };
}

describe('clocks and cancelling', () => {
  it('a response that never starts: TIMEOUT of the attempt, connection closed', async () => {
    const server = await serveRaw(() => undefined);
    const { error, attempts } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: 60 });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt', retryable: true });
    expect(attempts).toMatchObject([{ status: null, code: 'TIMEOUT' }]);
    await drained(server);
  });

  it('a slowly arriving body is cut by the wall-clock limit, even while data comes', async () => {
    const server = await serve((_request, response) => {
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    const { error, attempts } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: DRIP_MS });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt' });
    expect(attempts).toMatchObject([{ status: 200, code: 'TIMEOUT' }]);
    await drained(server);
  });

  it('slowly arriving headers are cut too', async () => {
    const server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X: y\r\n'), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const { error } = await bed.open().client.request(get(server.origin), { ...ONCE, attemptTimeoutMs: 80 });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt' });
  });

  it('the total clock ends an attempt early and is not retried', async () => {
    const server = await serveRaw(() => undefined);
    const { error, attempts } = await bed.open().client.request(get(server.origin), {
      attemptTimeoutMs: 10_000,
      totalTimeoutMs: 60,
    });
    expect(error).toMatchObject({ code: 'TIMEOUT', phase: 'total', retryable: false });
    expect(attempts).toHaveLength(1);
  });

  /** `reached` resolves when the request has reached the stage in the title. */
  type Stage = { url: string; reached: Promise<unknown>; resolve?: () => Promise<never> };
  const stages: Array<[string, () => Promise<Stage>]> = Object.entries({
    'looking up the name': async () => {
      const { reached, reach } = createMilestone();
      return { url: 'http://hang.test/', reached, resolve: () => new Promise(reach) };
    },
    'the TLS handshake': async () => {
      const { reached, reach } = createMilestone();
      const server = await serveRaw(reach);
      return { url: `https://127.0.0.1:${server.port}/`, reached };
    },
    'waiting for the response': async () => {
      const { reached, reach } = createMilestone();
      const server = await serveRaw(reach);
      return { url: server.origin, reached };
    },
    'reading the body': async () => {
      const { reached, reach } = createMilestone();
      const server = await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\npart', () => reach()));
      return { url: server.origin, reached };
    },
  });

  it.each(stages)('cancelled while %s: CANCELLED, though no answer ever comes', async (_stage, enter) => {
    const { url, reached, resolve } = await enter();
    const { client } = bed.open({ connectTimeoutMs: ENDLESS_MS, ...(resolve && { resolve }) });
    const cancel = new AbortController();
    const running = client.request(get(url), {
      attemptTimeoutMs: ENDLESS_MS,
      totalTimeoutMs: ENDLESS_MS,
      signal: cancel.signal,
    });
    await reached;
    cancel.abort();
    const { error, attempts } = await running;
    expect(error).toMatchObject({ code: 'CANCELLED', retryable: false });
    expect(attempts).toHaveLength(1);
  });

  it('cancelled during the wait between attempts: CANCELLED, and the wait is over', async () => {
    const server = await serve((_request, response) => {
      response.statusCode = 503;
      response.end();
    });
    const { reached, reach } = createMilestone();
    const clock = {
      now: Date.now,
      sleep: (_ms: number, signal: AbortSignal | undefined) => {
        reach();
        return SYSTEM_CLOCK.sleep(ENDLESS_MS, signal);
      },
    };
    const { client } = bed.open({ clock });
    const cancel = new AbortController();
    const running = client.request(get(server.origin), { signal: cancel.signal });
    await reached;
    cancel.abort();
    const { error } = await running;
    expect(error?.code).toBe('CANCELLED');
    expect(server.received).toHaveLength(1);
  });

  it('cancelled beforehand: nothing is sent', async () => {
    const server = await serve((_request, response) => response.end());
    const { error } = await bed.open().client.request(get(server.origin), { signal: AbortSignal.abort() });
    expect(error?.code).toBe('CANCELLED');
    expect(server.received).toHaveLength(0);
  });

  it('a hundred cancelled requests leave no connection behind', async () => {
    const server = await serveRaw(() => undefined);
    const { client } = bed.open();
    const cancel = new AbortController();
    const running = Array.from({ length: 100 }, () =>
      client.request(get(server.origin), { signal: cancel.signal }),
    );
    while (server.openSockets() < 100) await new Promise((done) => setImmediate(done));
    cancel.abort();
    const codes = (await Promise.all(running)).map(({ error }) => error?.code);
    expect(new Set(codes)).toEqual(new Set(['CANCELLED']));
    await drained(server);
  });

  it('one stuck request does not hold up the others', async () => {
    const server = await serve((request, response) => {
      if (request.url !== '/stuck') response.end('ok');
    });
    const { client } = bed.open();
    const cancel = new AbortController();
    const stuck = client.request(get(`${server.origin}/stuck`), { signal: cancel.signal });
    const others = await Promise.all(
      Array.from({ length: 20 }, () => client.request(get(server.origin), ONCE)),
    );
    expect(others.every(({ response }) => response?.status === 200)).toBe(true);
    cancel.abort();
    await stuck;
  });
});

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BodyLimits, MAX_KEPT_BYTES } from './body-limits';
import { discardBody } from './body-of-request';
import type { Payer } from './payers';
import { type BodyServer, startBodyServer } from './testing/body-server';

const MB = 1024 * 1024;
const MAX_BYTES = 10 * MB;
/** The memory of a body on disk: two blocks. */
const SPILL_MEMORY_BYTES = 128 * 1024;
const WEBHOOK: Payer[] = [{ kind: 'webhook', id: 'a' }];

let folder: string;
const servers: BodyServer[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-test-'));
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  // Bodies that were cut off are still being removed from the disk.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function start(limits: Partial<BodyLimits> = {}): Promise<BodyServer> {
  const server = await startBodyServer({
    memoryBytes: 16 * MB,
    diskBytes: 256 * MB,
    workBytes: 256 * MB,
    minBytesPerSecond: 1_024,
    parentFolder: folder,
    ...limits,
  });
  servers.push(server);
  return server;
}

const length = (bytes: number): string => `content-length: ${bytes}`;
const CHUNKED = 'transfer-encoding: chunked';
const chunk = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const code = (reading: Promise<unknown>) => reading.then(String, (error) => error.code);
/** Returns the names of files in the folders for bodies. */
const namesOnDisk = (): string[] =>
  readdirSync(folder).flatMap((name) => readdirSync(path.join(folder, name)));

describe('a body', () => {
  test('is read whole, and counted until it is released', async () => {
    const { room, send } = await start();
    const { body } = await send(length(5), 'whole');
    expect(String(await body.read(MAX_BYTES, WEBHOOK))).toBe('whole');
    expect(room.budget.held).toEqual({ memory: 5, disk: 0 });
    body.release();
    expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
    expect([room.budget.payers, room.turns.held]).toEqual([0, 0]);
  });

  test.each([1, MAX_KEPT_BYTES, MAX_KEPT_BYTES + 1, 3 * MB + 7, 9 * MB])(
    'of %i bytes is what was sent, with a length or without one',
    async (bytes) => {
      const { room, send } = await start();
      const sent = randomBytes(bytes);
      const whole = await send(length(bytes), sent);
      expect((await whole.body.read(MAX_BYTES, WEBHOOK)).equals(sent)).toBe(true);
      const pieces = [sent.subarray(0, bytes / 3), sent.subarray(bytes / 3)].filter(
        (part) => part.length > 0,
      );
      const streamed = await send(CHUNKED, Buffer.concat([...pieces.map(chunk), Buffer.from('0\r\n\r\n')]));
      expect((await streamed.body.read(MAX_BYTES, WEBHOOK)).equals(sent)).toBe(true);
      for (const { body } of [whole, streamed]) body.release();
      expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
      expect(room.turns.held).toBe(0);
    },
  );

  test('that is too large is refused, before it is read where it says so', async () => {
    const { room, send } = await start();
    const said = await send(length(MAX_BYTES + 1), 'x');
    expect(await code(said.body.read(MAX_BYTES, WEBHOOK))).toBe('payload_too_large');
    const unsaid = await send(CHUNKED, chunk(Buffer.alloc(1_001)));
    expect(await code(unsaid.body.read(1_000, WEBHOOK))).toBe('payload_too_large');
    expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
  });

  test.each([100, 5 * MB])(
    'of %i bytes that breaks off is its caller’s doing, and costs nothing more',
    async (bytes) => {
      const { room, send } = await start();
      const { body, socket } = await send(length(bytes), 'only the beginning');
      const reading = code(body.read(MAX_BYTES, WEBHOOK));
      socket.destroy();
      expect(await reading).toBe('invalid_request');
      expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
    },
  );

  test('in a thousand pieces takes no more than what it holds', async () => {
    const { send, room } = await start();
    const { body, socket } = await send(CHUNKED);
    const reading = body.read(MAX_BYTES, WEBHOOK);
    for (let n = 0; n < 1_000; n += 1) socket.write(chunk(Buffer.from([n % 256])));
    socket.write('0\r\n\r\n');
    expect((await reading).equals(Buffer.from(Array.from({ length: 1_000 }, (_, n) => n % 256)))).toBe(true);
    expect(room.budget.held.memory).toBe(16 * 1024);
    body.release();
  });
});

describe('a long body', () => {
  test('lies in a file without a name while it arrives, and takes two blocks of memory', async () => {
    const { room, send } = await start();
    const sent = randomBytes(5 * MB);
    const { body, socket } = await send(length(sent.length), sent.subarray(0, 4 * MB));
    const reading = body.read(MAX_BYTES, WEBHOOK);
    await expect.poll(() => body.receivedBytes).toBe(4 * MB);
    expect(room.budget.held).toEqual({ memory: SPILL_MEMORY_BYTES, disk: sent.length });
    expect(readdirSync(folder)).toHaveLength(1);
    expect(namesOnDisk()).toEqual([]);
    socket.write(sent.subarray(4 * MB));
    expect((await reading).equals(sent)).toBe(true);
    expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
    expect(room.turns.held).toBeGreaterThanOrEqual(sent.length);
    body.release();
    expect(room.turns.held).toBe(0);
  });

  test('that says no length pays as it comes', async () => {
    const { room, send } = await start();
    const { body, socket } = await send(CHUNKED, chunk(Buffer.alloc(40_000)));
    const reading = body.read(MAX_BYTES, WEBHOOK);
    await expect.poll(() => body.receivedBytes).toBe(40_000);
    expect(room.budget.held).toEqual({ memory: 3 * 16 * 1024, disk: 0 });
    socket.write(chunk(Buffer.alloc(MB)));
    await expect.poll(() => body.receivedBytes).toBe(MB + 40_000);
    expect(room.budget.held).toEqual({ memory: SPILL_MEMORY_BYTES, disk: 2 * MB });
    socket.write('0\r\n\r\n');
    expect(await reading).toHaveLength(MB + 40_000);
    body.release();
  });

  test('waits on disk for its turn to be worked on', async () => {
    const { room, send } = await start({ workBytes: 5 * MB });
    const [first, second] = [
      await send(length(MB), Buffer.alloc(MB)),
      await send(length(MB), Buffer.alloc(MB)),
    ];
    await first.body.read(MAX_BYTES, WEBHOOK);
    let isRead = false;
    const reading = second.body.read(MAX_BYTES, WEBHOOK).then((body) => {
      isRead = true;
      return body;
    });
    await expect.poll(() => second.body.receivedBytes).toBe(MB);
    await expect.poll(() => second.request.readableEnded).toBe(true);
    expect([isRead, room.budget.held.disk]).toEqual([false, MB]);
    first.body.release();
    expect(await reading).toHaveLength(MB);
    second.body.release();
    expect(room.turns.held).toBe(0);
  });

  test('whose caller leaves while it waits for its turn is dropped', async () => {
    const { room, send } = await start({ workBytes: MB });
    const [first, second] = [
      await send(length(MB), Buffer.alloc(MB)),
      await send(length(MB), Buffer.alloc(MB)),
    ];
    await first.body.read(MAX_BYTES, WEBHOOK);
    const reading = code(second.body.read(MAX_BYTES, WEBHOOK));
    await expect.poll(() => second.request.readableEnded).toBe(true);
    second.body.abandon();
    expect(await reading).toBe('invalid_request');
    expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
    first.body.release();
    expect(room.turns.held).toBe(0);
  });

  test('finds another folder when somebody has removed the first one', async () => {
    const { send } = await start();
    const read = async () => {
      const { body } = await send(length(MB), Buffer.alloc(MB));
      expect(await body.read(MAX_BYTES, WEBHOOK)).toHaveLength(MB);
      body.release();
    };
    await read();
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
    await read();
  });

  test('is refused in words where nothing can be written', async () => {
    const { room, send } = await start({ parentFolder: path.join(folder, 'is', 'not', 'there') });
    const { body } = await send(length(MB), Buffer.alloc(MB));
    await expect(body.read(MAX_BYTES, WEBHOOK)).rejects.toMatchObject({ code: 'unavailable' });
    expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
  });
});

describe('without room for it', () => {
  test('a body is refused before it is read: 429 beyond its payer’s share, 503 beyond all', async () => {
    // A webhook may use an eighth of the disk.
    const { send } = await start({ diskBytes: 16 * MB });
    const held = await send(length(MB));
    void held.body.read(MAX_BYTES, WEBHOOK).catch(() => undefined);
    const more = await send(length(MB + 1), Buffer.alloc(MB));
    await expect(more.body.read(MAX_BYTES, WEBHOOK)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
    });
    expect(more.body.receivedBytes).toBe(0);
    for (let n = 0; n < 15; n += 1) {
      const { body } = await send(length(MB));
      void body.read(MAX_BYTES, [{ kind: 'webhook', id: `b${n}` }]).catch(() => undefined);
    }
    const last = await send(length(MB), Buffer.alloc(MB));
    await expect(last.body.read(MAX_BYTES, [{ kind: 'webhook', id: 'c' }])).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) },
    });
    expect(last.body.receivedBytes).toBe(0);
    const small = await send(length(4), 'tiny');
    expect(String(await small.body.read(MAX_BYTES, [{ kind: 'webhook', id: 'c' }]))).toBe('tiny');
  });

  test('a body that says no length ends where the share does', async () => {
    const { room, send } = await start({ diskBytes: 16 * MB });
    const { body: held } = await send(length(MB));
    void held.read(MAX_BYTES, WEBHOOK).catch(() => undefined);
    const { body, socket } = await send(CHUNKED, chunk(Buffer.alloc(MB)));
    const reading = code(body.read(MAX_BYTES, WEBHOOK));
    socket.write(chunk(Buffer.alloc(MB)));
    expect(await reading).toBe('rate_limited');
    expect(room.budget.held.disk).toBe(MB);
  });

  test('a client that asks first is never told to send it', async () => {
    const { send } = await start({ diskBytes: 16 * MB });
    const held = await send(length(2 * MB));
    void held.body.read(MAX_BYTES, WEBHOOK).catch(() => undefined);
    const { request, response, body, socket } = await send(`${length(MB)}\r\nexpect: 100-continue`);
    let heard = '';
    socket.setEncoding('utf8').on('data', (text) => (heard += text));
    expect(await code(body.read(MAX_BYTES, WEBHOOK))).toBe('rate_limited');
    discardBody(request);
    response.writeHead(429).end();
    await once(socket, 'end');
    expect(heard).toMatch(/^HTTP\/1\.1 429 [\s\S]*connection: close/i);
  });

  test('a client that asks first is told to send what there is room for', async () => {
    const { send } = await start();
    const { body, socket } = await send(`${length(4)}\r\nexpect: 100-continue`);
    const reading = body.read(MAX_BYTES, WEBHOOK);
    const [heard] = await once(socket, 'data');
    expect(String(heard)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write('tiny');
    expect(String(await reading)).toBe('tiny');
    body.release();
  });
});

describe('refused bodies', () => {
  test('that come at once are read a little at a time', async () => {
    const { send } = await start();
    const refused = await Promise.all(Array.from({ length: 40 }, () => send(length(MB), Buffer.alloc(MB))));
    // All that they send is in the system's buffers: the server could read it at once.
    await expect.poll(() => refused.every(({ socket }) => socket.writableLength === 0)).toBe(true);
    const read = (): number => refused.reduce((sum, { request }) => sum + request.socket.bytesRead, 0);
    const ends = refused.map(({ request }) => once(request, 'end'));
    for (const { request } of refused) discardBody(request);
    let isOver = false;
    void Promise.all(ends).then(() => {
      isOver = true;
    });
    let mostInATurn = 0;
    for (let turn = 0, before = read(); !isOver; turn += 1, before = read()) {
      await turnOfLoop();
      // In the first turns each body has one chunk read, because it did not wait for its turn yet.
      if (turn >= 3) mostInATurn = Math.max(mostInATurn, read() - before);
    }
    expect(read()).toBeGreaterThan(40 * MB);
    expect(mostInATurn).toBeLessThan(MB / 2);
    for (const { socket } of refused) socket.destroy();
  });
});

describe('the least speed', () => {
  test('ends a body that comes more slowly, and none that keeps to it', async () => {
    const { room, send } = await start({ minBytesPerSecond: 100 });
    const [slow, fast] = [await send(length(5_000)), await send(length(5_000))];
    const ended = code(slow.body.read(MAX_BYTES, WEBHOOK));
    const going = fast.body.read(MAX_BYTES, WEBHOOK);
    slow.socket.write(Buffer.alloc(999));
    fast.socket.write(Buffer.alloc(1_000));
    await expect.poll(() => slow.body.receivedBytes).toBe(999);
    await expect.poll(() => fast.body.receivedBytes).toBe(1_000);
    // Simulates ten seconds.
    for (let looks = 0; looks < 10; looks += 1) room.slow.look();
    expect(await ended).toBe('request_timeout');
    fast.socket.write(Buffer.alloc(4_000));
    expect(await going).toHaveLength(5_000);
    fast.body.release();
    for (let looks = 0; looks < 20; looks += 1) room.slow.look();
    expect(room.budget.held).toEqual({ memory: 0, disk: 0 });
  });

  test('is asked of each ten seconds anew', async () => {
    const { room, send } = await start({ minBytesPerSecond: 100 });
    const { body, socket } = await send(length(5_000), Buffer.alloc(4_000));
    const ended = code(body.read(MAX_BYTES, WEBHOOK));
    await expect.poll(() => body.receivedBytes).toBe(4_000);
    for (let looks = 0; looks < 19; looks += 1) room.slow.look();
    expect(body.source.stream.destroyed).toBe(false);
    room.slow.look();
    expect(await ended).toBe('request_timeout');
    socket.destroy();
  });
});

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { codingsOf, expandBody } from './content-codings';
import type { Payer } from './payers';
import { type BodyServer, startBodyServer } from './testing/body-server';

const MB = 1024 * 1024;
const WEBHOOK: Payer[] = [{ kind: 'webhook', id: 'a' }];

let folder: string;
let server: BodyServer;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-test-'));
  const limits = { memoryBytes: 16 * MB, diskBytes: 256 * MB, workBytes: 64 * MB, minBytesPerSecond: 1_024 };
  server = await startBodyServer({ ...limits, parentFolder: folder });
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Sends a compressed body and reads it, to be expanded to at most `maxBytes`. */
async function read(packed: Buffer, maxBytes: number) {
  const { body } = await server.send(`content-length: ${packed.length}`, packed);
  return { body, bytes: await body.read(10 * MB, WEBHOOK, maxBytes) };
}

test('a Content-Encoding is read in any spelling; what isn’t known, or is too much, is null', () => {
  expect(codingsOf(undefined)).toEqual([]);
  expect(codingsOf(' GZIP , identity,x-gzip')).toEqual(['gzip', 'gzip']);
  expect(codingsOf('zstd')).toBeNull();
  expect(codingsOf('gzip, gzip, gzip, gzip')).toBeNull();
});

describe('a packed body', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const)('of %s is what it was, whatever its size', async (coding, pack) => {
    for (const size of [1, 1_000, 300_000, 3 * MB]) {
      const plain = randomBytes(size);
      const { body, bytes } = await read(pack(plain), 4 * MB);
      expect((await body.expand(bytes, [coding])).equals(plain), `${size}`).toBe(true);
      body.release();
    }
    expect([server.room.budget.held, server.room.turns.held]).toEqual([{ memory: 0, disk: 0 }, 0]);
  });

  it('that is small stays in the memory for bodies; one that becomes large waits for its turn', async () => {
    const small = await read(gzipSync(Buffer.alloc(100_000)), MB);
    await small.body.expand(small.bytes, ['gzip']);
    expect(server.room.budget.held.memory).toBeGreaterThanOrEqual(100_000);
    expect(server.room.turns.held).toBe(0);
    small.body.release();
    const large = await read(gzipSync(Buffer.alloc(300_000)), MB);
    await large.body.expand(large.bytes, ['gzip']);
    expect(server.room.turns.held).toBe(4 * MB);
    large.body.release();
    expect([server.room.budget.held.memory, server.room.turns.held]).toEqual([0, 0]);
  });

  it('that arrives large has one turn, for itself and for what is made of it', async () => {
    const { body, bytes } = await read(gzipSync(randomBytes(MB)), 2 * MB);
    const taken = server.room.turns.held;
    expect(taken).toBe(4 * (bytes.length + 2 * MB));
    await body.expand(bytes, ['gzip']);
    expect(server.room.turns.held).toBe(taken);
    body.release();
  });

  it('that expands beyond the limit is 413 as soon as it does', async () => {
    const paid: number[] = [];
    const bomb = gzipSync(Buffer.alloc(100 * MB));
    const pay = async (bytes: number) => void paid.push(bytes);
    await expect(expandBody(bomb, ['gzip'], MB, pay)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(Math.max(...paid)).toBeLessThanOrEqual(MB);
    const twice = expandBody(gzipSync(bomb), ['gzip', 'gzip'], MB, pay);
    await expect(twice).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('that there is no room for is refused as any other is, and isn’t expanded further', async () => {
    let pieces = 0;
    const full = async () => {
      pieces += 1;
      throw new Error('full');
    };
    await expect(expandBody(gzipSync(Buffer.alloc(MB)), ['gzip'], MB, full)).rejects.toThrow('full');
    expect(pieces).toBe(1);
  });

  it('that is cut off, or something else, is 400', async () => {
    const free = async () => undefined;
    for (const wrong of [gzipSync('text').subarray(0, 12), Buffer.from('text')])
      for (const coding of ['gzip', 'br', 'deflate'] as const)
        await expect(expandBody(wrong, [coding], MB, free)).rejects.toMatchObject({
          code: 'invalid_request',
        });
  });
});

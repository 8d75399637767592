import { randomBytes } from 'node:crypto';
import * as zlib from 'node:zlib';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutboundResult } from './contract';
import { drained, startHttpServer, startRawServer } from './testing/loopback-server';
import { createTestBed, get, ONCE } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

const MEGABYTE = 1024 * 1024;
/** A body that expands to 512 MiB of zeros. */
const BROTLI_BOMB = Buffer.from(
  [
    'z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMiAN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwW',
    'AOje//P//x/+CYA4LADQvf/n//8//BMAcVgAoHv/z///f/gnAOKwAED3/p/////wTwDEYQGA7v0/////4Z8AiMMCAN37f/7//8M/',
    'ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQvf/n//8//BMAcVgAoHv/z///f/gnAOKwAED3/p//',
    '///wTwDEYQGA7v0/////4Z8AiMMCAN37f/7//8M/ARCHBQC69//8//+HfwIgDgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQ',
    'vf/n//8//BMAcVgAoHv/z///f/gnAOKwAED3/p/////wTwDEYQGA7v0/////4Z8AiMMCAN37f/7//8M/ARCHBQC69//8//+HfwIg',
    'DgsAdO//+f//D/8EQBwWAOje//P//x/+CYA4LADQvf/n//8//BMAcVgAoHv/Pw==',
  ].join(''),
  'base64',
);
const serve = (...args: Parameters<typeof startHttpServer>) => bed.serve(startHttpServer(...args));
const serveRaw = (...args: Parameters<typeof startRawServer>) => bed.serve(startRawServer(...args));

async function encoded(encoding: string, body: Buffer): Promise<OutboundResult> {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Length': body.length });
    response.end(body);
  });
  return bed.open().client.request(get(server.origin), ONCE);
}

describe('sizes and compression', () => {
  const text = Buffer.from('{"hello":"wörld"}'.repeat(50));

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', text],
    ['utf-8', text],
  ])('%s is decoded', async (encoding, body) => {
    const { response, error } = await encoded(encoding, body);
    expect(error).toBeNull();
    expect(response?.body.equals(text)).toBe(true);
  });

  it('a large compressed body arrives whole', async () => {
    const large = randomBytes(3 * MEGABYTE);
    const { response } = await encoded('gzip', gzipSync(large));
    expect(response?.body.equals(large)).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['gzip', gzipSync(Buffer.alloc(64 * MEGABYTE))],
    [
      'br',
      brotliCompressSync(Buffer.alloc(64 * MEGABYTE), { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
    ],
    ['deflate', deflateSync(Buffer.alloc(64 * MEGABYTE))],
    ['gzip, gzip', gzipSync(gzipSync(Buffer.alloc(64 * MEGABYTE)))],
  ])('a %s bomb stops at the cap: RESPONSE_TOO_LARGE', async (encoding, bomb) => {
    const { error, response } = await encoded(encoding, bomb);
    expect(error).toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false });
    expect(response).toBeNull();
  });

  it('512 MiB in 421 bytes take no such memory', async () => {
    const before = process.memoryUsage().rss;
    expect((await encoded('br', BROTLI_BOMB)).error?.code).toBe('RESPONSE_TOO_LARGE');
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MEGABYTE);
  });

  it('compression nested three deep: DECODE_FAILED', async () => {
    const body = gzipSync(gzipSync(gzipSync(text)));
    expect((await encoded('gzip, gzip, gzip', body)).error?.code).toBe('DECODE_FAILED');
  });

  it.each([
    ['cut short', 'gzip', gzipSync(text).subarray(0, 40)],
    ['damaged', 'gzip', Buffer.from('this is no gzip')],
    ['damaged', 'br', Buffer.from([0xff, 0xff, 0xff, 0xff])],
    ['unknown', 'compress', Buffer.from([0x1f, 0x9d])],
  ])('%s %s: DECODE_FAILED', async (_what, encoding, body) => {
    const { error, attempts } = await encoded(encoding, body);
    expect(error).toMatchObject({ code: 'DECODE_FAILED', phase: 'decode', retryable: false });
    expect(error?.message).toContain(encoding);
    expect(attempts).toMatchObject([{ status: 200 }]);
  });

  it('zstd is decoded where Node can, and DECODE_FAILED with the cure where it can not', async () => {
    // The frame that `zstd` writes for "hello", stored uncompressed.
    const frame = Buffer.from('28b52ffd2005290000', 'hex');
    const { response, error } = await encoded('zstd', Buffer.concat([frame, Buffer.from('hello')]));
    if ('createZstdDecompress' in zlib) expect(response?.body.toString()).toBe('hello');
    else
      expect(error).toMatchObject({
        code: 'DECODE_FAILED',
        message: expect.stringContaining('Accept-Encoding'),
      });
  });

  it('an empty body that claims to be compressed is empty', async () => {
    const { response } = await encoded('gzip', Buffer.alloc(0));
    expect(response?.body.length).toBe(0);
  });

  it('a declared length over the cap is refused unread', async () => {
    const server = await serveRaw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
    );
    const { error } = await bed.open().client.request(get(server.origin), ONCE);
    expect(error?.code).toBe('RESPONSE_TOO_LARGE');
    await drained(server);
  });

  it('a body of exactly the cap arrives, one byte more does not', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200);
      response.end(Buffer.alloc(Number(request.url.slice(1))));
    });
    const { client } = bed.open();
    const cap = { ...ONCE, maxResponseBytes: 1000 };
    expect((await client.request(get(`${server.origin}/1000`), cap)).response?.body.length).toBe(1000);
    expect((await client.request(get(`${server.origin}/1001`), cap)).error?.code).toBe('RESPONSE_TOO_LARGE');
  });

  it('an endless body stops at the cap and its connection is closed', async () => {
    const server = await serve((_request, response) => {
      const block = Buffer.alloc(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    });
    expect((await bed.open().client.request(get(server.origin), ONCE)).error?.code).toBe(
      'RESPONSE_TOO_LARGE',
    );
    await drained(server);
  });

  it('endless empty gzip members stop as well', async () => {
    const empty = gzipSync(Buffer.alloc(0));
    const block = Buffer.concat(Array.from({ length: 4000 }, () => empty));
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    });
    const { error } = await bed
      .open()
      .client.request(get(server.origin), { ...ONCE, maxResponseBytes: MEGABYTE });
    expect(error?.code).toBe('RESPONSE_TOO_LARGE');
    await drained(server);
  });
});

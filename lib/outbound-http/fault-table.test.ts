import * as zlib from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { OutboundOptions, OutboundRequest, OutboundResult } from './contract';
import {
  dripsForEver,
  resolvesTo,
  response,
  type SetScene,
  says,
  silentThen,
  staysOpen,
} from './testing/fault-scenes';
import { drained, type LoopbackServer } from './testing/loopback-server';
import { createTestBed, type JumpingClock, ONCE } from './testing/outbound-test-client';

const bed = createTestBed();
afterEach(() => bed.closeAll());

interface Fault {
  what: string;
  server: SetScene;
  /** `status [code[/phase]] [waits …]`, one status or code an attempt: see `tell`. */
  outcome: string;
  /** Real time, waits between attempts not counted (the clock jumps over them). */
  withinMs?: number;
  options?: OutboundOptions;
  request?: Partial<OutboundRequest>;
}

const OK = response(200, [], 'ok');
const MB = 1024 * 1024;
const bomb = (pack: (bytes: Buffer) => Buffer) => pack(Buffer.alloc(64 * MB));
const packed = (coding: string, body: Buffer) => response(200, [`Content-Encoding: ${coding}`], body);
const to = (location: string, status = 302) => response(status, [`Location: ${location}`]);
const limited = (retryAfter: string, status = 429) => response(status, [`Retry-After: ${retryAfter}`]);
const quick: OutboundOptions = { ...ONCE, attemptTimeoutMs: 80 };
const retried: OutboundOptions = {};
const POST = { method: 'POST', body: 'x' };
const safe: OutboundOptions = { retry: { when: 'safe', max: 3 } };
const zstd = (zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }).zstdCompressSync;
const ZSTD_FRAME = Buffer.from('28b52ffd040011000068692cc6', 'hex');
const inAMinute = () => new Date(Date.now() + 50_000).toUTCString();

const CONNECTING: Fault[] = [
  {
    what: 'an address nobody may call',
    server: at('http://10.0.0.1/'),
    outcome: 'ADDRESS_NOT_ALLOWED/connect',
  },
  { what: 'cloud metadata', server: at('http://169.254.169.254/'), outcome: 'ADDRESS_NOT_ALLOWED/connect' },
  {
    what: 'loopback spelled in hex, not opened',
    server: at('http://0x0a000001/'),
    outcome: 'ADDRESS_NOT_ALLOWED/connect',
  },
  {
    what: 'a name that leads inside',
    server: resolvesTo('', ['10.1.2.3']),
    outcome: 'ADDRESS_NOT_ALLOWED/connect',
  },
  {
    what: 'a name half public, half inside',
    server: resolvesTo('', ['93.184.216.34', '10.0.0.1']),
    outcome: 'ADDRESS_NOT_ALLOWED/connect',
  },
  {
    what: 'a name that is rebound between attempts',
    server: resolvesTo('', ['127.0.0.1'], ['169.254.169.254']),
    outcome: 'ADDRESS_NOT_ALLOWED/connect after CONNECTION_RESET waits 1000',
    options: retried,
  },
  { what: 'a name without addresses', server: resolvesTo(''), outcome: 'DNS_FAILED/dns' },
  {
    what: 'a name with nonsense for an address',
    server: resolvesTo('', ['nonsense']),
    outcome: 'DNS_FAILED/dns',
  },
  { what: 'a resolver that never answers', server: unresolved(), outcome: 'TIMEOUT/connect', withinMs: 600 },
  { what: 'TLS asked of a plain server', server: overTls(says(OK)), outcome: 'TLS_FAILED/tls' },
  {
    what: 'a handshake that never ends',
    server: overTls(staysOpen()),
    outcome: 'TIMEOUT/connect',
    withinMs: 600,
  },
];

const BEFORE_THE_HEADERS: Fault[] = [
  { what: 'closed at once', server: says(''), outcome: 'CONNECTION_RESET/response' },
  { what: 'reset at once', server: says(null), outcome: 'CONNECTION_RESET/response' },
  {
    what: 'closed within the headers',
    server: says('HTTP/1.1 200 OK\r\nContent-'),
    outcome: 'CONNECTION_RESET/response',
  },
  { what: 'silence', server: staysOpen(), outcome: 'TIMEOUT/attempt', options: quick, withinMs: 600 },
  {
    what: 'silence within the headers',
    server: staysOpen('HTTP/1.1 200 OK\r\nA: '),
    outcome: 'TIMEOUT/attempt',
    options: quick,
    withinMs: 600,
  },
  {
    what: 'headers that drip for ever',
    server: dripsForEver('HTTP/1.1 200 OK\r\nA: ', 'a', 5),
    outcome: 'TIMEOUT/attempt',
    options: quick,
    withinMs: 600,
  },
  {
    what: 'hints for ever',
    server: dripsForEver('', 'HTTP/1.1 103 Hints\r\n\r\n', 5),
    outcome: 'TIMEOUT/attempt',
    options: quick,
    withinMs: 600,
  },
  { what: 'another protocol', server: says('SSH-2.0-OpenSSH_9.2\r\n'), outcome: 'RESPONSE_INVALID/response' },
  {
    what: 'a header without colon',
    server: says('HTTP/1.1 200 OK\r\nno colon\r\n\r\n'),
    outcome: 'RESPONSE_INVALID/response',
  },
  {
    what: 'two lengths',
    server: says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
    outcome: 'RESPONSE_INVALID/response',
  },
  {
    what: 'a length and chunks',
    server: says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    outcome: 'RESPONSE_INVALID/response',
  },
  {
    what: 'a negative length',
    server: says(response(200, ['Content-Length: -1'])),
    outcome: 'RESPONSE_INVALID/response',
  },
  {
    what: 'a switch of protocol',
    server: says('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
    outcome: 'RESPONSE_INVALID/response',
  },
  {
    what: '17 KiB of headers',
    server: says(response(200, [`A: ${'a'.repeat(17 * 1024)}`])),
    outcome: 'HEADERS_TOO_LARGE/response',
  },
  {
    what: 'headers without end',
    server: dripsForEver('HTTP/1.1 200 OK\r\n', `A: ${'a'.repeat(2000)}\r\n`, 1),
    outcome: 'HEADERS_TOO_LARGE/response',
  },
];

const IN_THE_BODY: Fault[] = [
  {
    what: 'shorter than its length',
    server: says(response(206, ['Content-Length: 9'], 'half')),
    outcome: '206 CONNECTION_RESET/response',
  },
  {
    what: 'longer than its length',
    server: says(response(200, ['Content-Length: 2'], 'ok and more')),
    outcome: '200 "ok"',
  },
  {
    what: 'chunks that stop',
    server: says(response(200, ['Transfer-Encoding: chunked'], '5\r\nhel')),
    outcome: '200 CONNECTION_RESET/response',
  },
  {
    what: 'a chunk of no size',
    server: says(response(200, ['Transfer-Encoding: chunked'], 'ZZ\r\nab\r\n')),
    outcome: '200 RESPONSE_INVALID/response',
  },
  {
    what: 'no length: it lasts as long as the connection',
    server: says('HTTP/1.1 200 OK\r\n\r\nall of it'),
    outcome: '200 "all of it"',
  },
  {
    what: 'a declared length beyond the cap',
    server: staysOpen('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
    outcome: '200 RESPONSE_TOO_LARGE/response',
  },
  {
    what: 'more than the cap, undeclared',
    server: dripsForEver('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(MB), 1),
    outcome: '200 RESPONSE_TOO_LARGE/response',
    withinMs: 3000,
  },
  {
    what: 'a drip for ever',
    server: dripsForEver('HTTP/1.1 200 OK\r\n\r\n', 'a', 5),
    outcome: '200 TIMEOUT/attempt',
    options: quick,
    withinMs: 600,
  },
  {
    what: 'a stop in the middle',
    server: staysOpen('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
    outcome: '200 TIMEOUT/attempt',
    options: quick,
    withinMs: 600,
  },
  { what: 'none with 204', server: says('HTTP/1.1 204 X\r\nConnection: close\r\n\r\n'), outcome: '204 ""' },
  {
    what: 'none with 304, though a length is named',
    server: says('HTTP/1.1 304 X\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n'),
    outcome: '304 ""',
  },
];

const COMPRESSED: Fault[] = [
  { what: 'gzip', server: says(packed('gzip', zlib.gzipSync('hi'))), outcome: '200 "hi"' },
  { what: 'deflate', server: says(packed('deflate', zlib.deflateSync('hi'))), outcome: '200 "hi"' },
  { what: 'bare deflate', server: says(packed('deflate', zlib.deflateRawSync('hi'))), outcome: '200 "hi"' },
  { what: 'brotli', server: says(packed('br', zlib.brotliCompressSync('hi'))), outcome: '200 "hi"' },
  {
    what: 'gzip in gzip',
    server: says(packed('gzip, gzip', zlib.gzipSync(zlib.gzipSync('hi')))),
    outcome: '200 "hi"',
  },
  {
    what: 'a coding that is a charset',
    server: says(packed('utf-8', Buffer.from('hi'))),
    outcome: '200 "hi"',
  },
  {
    what: 'zstd: read where Node can (22.15), else said clearly',
    server: says(packed('zstd', zstd ? zstd(Buffer.from('hi')) : ZSTD_FRAME)),
    outcome: zstd ? '200 "hi"' : '200 DECODE_FAILED/decode',
  },
  {
    what: 'a gzip bomb',
    server: says(packed('gzip', bomb(zlib.gzipSync))),
    outcome: '200 RESPONSE_TOO_LARGE/response',
    withinMs: 3000,
  },
  {
    what: 'a deflate bomb',
    server: says(packed('deflate', bomb(zlib.deflateSync))),
    outcome: '200 RESPONSE_TOO_LARGE/response',
    withinMs: 3000,
  },
  {
    what: 'a brotli bomb',
    server: says(packed('br', bomb(zlib.brotliCompressSync))),
    outcome: '200 RESPONSE_TOO_LARGE/response',
    withinMs: 3000,
  },
  {
    what: 'a zstd bomb',
    server: says(packed('zstd', zstd ? bomb(zstd) : ZSTD_FRAME)),
    outcome: zstd ? '200 RESPONSE_TOO_LARGE/response' : '200 DECODE_FAILED/decode',
    withinMs: 3000,
  },
  {
    what: 'a bomb in a bomb',
    server: says(packed('gzip, gzip', zlib.gzipSync(bomb(zlib.gzipSync)))),
    outcome: '200 RESPONSE_TOO_LARGE/response',
    withinMs: 3000,
  },
  {
    what: 'three codings',
    server: says(packed('gzip, gzip, gzip', Buffer.from('x'))),
    outcome: '200 DECODE_FAILED/decode',
  },
  {
    what: 'gzip that is none',
    server: says(packed('gzip', Buffer.from('plain text'))),
    outcome: '200 DECODE_FAILED/decode',
  },
  {
    what: 'gzip cut short',
    server: says(packed('gzip', zlib.gzipSync('hello there').subarray(0, 15))),
    outcome: '200 DECODE_FAILED/decode',
  },
  {
    what: 'brotli that is none',
    server: says(packed('br', Buffer.from('plain text'))),
    outcome: '200 DECODE_FAILED/decode',
  },
  {
    what: 'a coding of the eighties',
    server: says(packed('compress', Buffer.from('\x1f\x9d'))),
    outcome: '200 DECODE_FAILED/decode',
  },
];

const REDIRECTED: Fault[] = [
  { what: 'to itself for ever', server: says(to('/')), outcome: 'TOO_MANY_REDIRECTS/redirect' },
  { what: 'five times', server: says(...Array(5).fill(to('/next')), OK), outcome: '200 "ok"' },
  {
    what: 'six times',
    server: says(...Array(6).fill(to('/next')), OK),
    outcome: 'TOO_MANY_REDIRECTS/redirect',
  },
  { what: 'to a file', server: says(to('file:///etc/passwd')), outcome: '302 REDIRECT_REFUSED/redirect' },
  { what: 'to no URL', server: says(to('http://[')), outcome: '302 REDIRECT_REFUSED/redirect' },
  { what: 'inside', server: says(to('http://10.0.0.1/')), outcome: 'ADDRESS_NOT_ALLOWED/connect' },
  {
    what: 'to cloud metadata',
    server: says(to('http://169.254.169.254/latest/')),
    outcome: 'ADDRESS_NOT_ALLOWED/connect',
  },
  { what: 'nowhere', server: says(response(302)), outcome: '302 ""' },
  {
    what: 'with following switched off',
    server: says(to('/next')),
    outcome: '302 ""',
    options: { ...ONCE, maxRedirects: 0 },
  },
  { what: 'with a body that never ends', server: endlessRedirect(), outcome: '200 "ok"' },
];

const TRIED_AGAIN: Fault[] = [
  {
    what: 'every 5xx, then 200',
    server: says(response(500), response(502), response(503), OK),
    outcome: '200 "ok" after 500 502 503 waits 1000 2000 4000',
    options: retried,
  },
  {
    what: '500 for ever',
    server: says(response(500)),
    outcome: '500 "" after 500 500 500 waits 1000 2000 4000',
    options: retried,
  },
  {
    what: 'a reset, then 200',
    server: says(null, OK),
    outcome: '200 "ok" after CONNECTION_RESET waits 1000',
    options: retried,
  },
  {
    what: 'a timeout, then 200',
    server: silentThen(OK.toString()),
    outcome: '200 "ok" after TIMEOUT waits 1000',
    options: { attemptTimeoutMs: 80 },
    withinMs: 600,
  },
  {
    what: '429 with seconds',
    server: says(limited('7'), OK),
    outcome: '200 "ok" after 429 waits 7000',
    options: retried,
  },
  {
    what: '429 with a date',
    server: says(limited(inAMinute()), OK),
    outcome: '200 "ok" after 429 waits ~50000',
    options: retried,
  },
  {
    what: '429 with a date that has passed',
    server: says(limited(new Date(0).toUTCString()), OK),
    outcome: '200 "ok" after 429 waits 1000',
    options: retried,
  },
  {
    what: '503 with seconds',
    server: says(limited('3', 503), OK),
    outcome: '200 "ok" after 503 waits 3000',
    options: retried,
  },
  {
    what: '429 with an hour',
    server: says(limited('3600')),
    outcome: '429 RATE_LIMITED/response',
    options: retried,
  },
  {
    what: '429 with more than there is time',
    server: says(limited('30')),
    outcome: '429 RATE_LIMITED/response',
    options: { totalTimeoutMs: 20_000 },
  },
  {
    what: '429 with nonsense',
    server: says(limited('soon'), OK),
    outcome: '200 "ok" after 429 waits 1000',
    options: retried,
  },
  { what: '400 is final', server: says(response(400), OK), outcome: '400 ""', options: retried },
  { what: '408 is final', server: says(response(408), OK), outcome: '408 ""', options: retried },
  {
    what: 'with care: a POST after 500',
    server: says(response(500), OK),
    outcome: '500 ""',
    options: safe,
    request: POST,
  },
  {
    what: 'with care: a POST after a reset',
    server: says(null, OK),
    outcome: 'CONNECTION_RESET/response',
    options: safe,
    request: POST,
  },
  {
    what: 'with care: a POST after 429',
    server: says(response(429), OK),
    outcome: '200 "ok" after 429 waits 1000',
    options: safe,
    request: POST,
  },
  {
    what: 'a body that can’t be decoded is final',
    server: says(packed('gzip', Buffer.from('x')), OK),
    outcome: '200 DECODE_FAILED/decode',
    options: retried,
  },
  {
    what: 'waits that don’t fit the whole time',
    server: says(response(500)),
    outcome: '500 "" after 500 waits 1000',
    options: { totalTimeoutMs: 2_500 },
  },
];

const NEVER_SENT: Fault[] = [
  { what: 'no URL', server: at('nonsense'), outcome: 'URL_INVALID/request' },
  { what: 'another scheme', server: at('ftp://h.example/'), outcome: 'URL_INVALID/request' },
  {
    what: 'a header with a line break',
    server: says(OK),
    request: { headers: [['A', 'b\r\nC: d']] },
    outcome: 'HEADER_INVALID/request',
  },
  {
    what: 'a header of the connection',
    server: says(OK),
    request: { headers: [['transfer-encoding', 'chunked']] },
    outcome: 'HEADER_FORBIDDEN/request',
  },
  {
    what: 'a method of its own',
    server: says(OK),
    request: { method: 'BREW' },
    outcome: 'METHOD_INVALID/request',
  },
  {
    what: 'too much',
    server: says(OK),
    request: { method: 'POST', body: 'x'.repeat(10 * MB + 1) },
    outcome: 'REQUEST_TOO_LARGE/request',
  },
];

const TABLE = {
  CONNECTING,
  BEFORE_THE_HEADERS,
  IN_THE_BODY,
  COMPRESSED,
  REDIRECTED,
  TRIED_AGAIN,
  NEVER_SENT,
};
const DEFAULT_BOUND_MS = 1_500;

it('has at least 60 cases', () => {
  expect(Object.values(TABLE).flat().length).toBeGreaterThanOrEqual(60);
});

describe.each(Object.entries(TABLE))('%s', (_place, faults) => {
  it.each(faults)(
    '$what: $outcome',
    async ({ server, outcome, withinMs = DEFAULT_BOUND_MS, options, request }) => {
      const servers: LoopbackServer[] = [];
      const scene = await server(async (starting) => {
        const started = await bed.serve(starting);
        servers.push(started);
        return started;
      });
      const { client, clock } = bed.open({ connectTimeoutMs: 80, ...scene.client });
      const startedAt = performance.now();
      const whole = { method: 'GET', url: scene.url, headers: [], body: null, ...request };
      const result = await client.request(whole, options ?? ONCE);
      const tookMs = performance.now() - startedAt;
      expect(tell(result, clock)).toBe(outcome);
      expect(tookMs).toBeLessThan(withinMs);
      for (const started of servers) await drained(started);
    },
  );
});

/** `status "body"` or `status code/phase`, then what the attempts before it came to and how long was waited. */
function tell({ response: last, error, attempts }: OutboundResult, { waits }: JumpingClock): string {
  const status = last?.status ?? attempts.at(-1)?.status ?? null;
  const words: Array<string | number> = status === null ? [] : [status];
  words.push(error === null ? `"${last?.body.toString()}"` : `${error.code}/${error.phase}`);
  const before = attempts.slice(0, -1).map((attempt) => attempt.status ?? attempt.code ?? '');
  if (before.length > 0) words.push('after', ...before);
  const round = (ms: number) => (ms > 30_000 && ms <= 50_000 ? '~50000' : ms);
  if (waits.length > 0) words.push('waits', ...waits.map(round));
  return words.join(' ');
}

function at(url: string): SetScene {
  return async () => ({ url });
}

function unresolved(): SetScene {
  return async () => ({
    url: 'http://silent.test/',
    client: { resolve: () => new Promise(() => undefined) },
  });
}

function overTls(plain: SetScene): SetScene {
  return async (keep) => ({ url: (await plain(keep)).url.replace('http:', 'https:') });
}

/** The redirect's own body is not waited for. */
function endlessRedirect(): SetScene {
  const chunks = 'HTTP/1.1 302 X\r\nLocation: /next\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n';
  return async (keep) => {
    const { startRawServer } = await import('./testing/loopback-server');
    const server = await keep(
      startRawServer((socket, index) => void (index === 0 ? socket.write(chunks) : socket.end(OK))),
    );
    return { url: `${server.origin}/` };
  };
}

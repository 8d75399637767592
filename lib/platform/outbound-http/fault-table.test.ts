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

/** A fault, its outcome in the format of `tell`, and the server that produces it. */
type Fault = [what: string, outcome: string, server: SetScene, circumstances?: Circumstances];

interface Circumstances {
  /** Default: no retries. */
  options?: OutboundOptions;
  request?: Partial<OutboundRequest>;
}

/** For faults that never connect. All others get as long as a busy machine may need. */
const HASTY = { connectTimeoutMs: 80 };
const OK = response(200, [], 'ok');
const MB = 1024 * 1024;
const bomb = (pack: (bytes: Buffer) => Buffer) => pack(Buffer.alloc(64 * MB));
const packed = (coding: string, body: Buffer) => response(200, [`Content-Encoding: ${coding}`], body);
const to = (location: string, status = 302) => response(status, [`Location: ${location}`]);
const limited = (retryAfter: string, status = 429) => response(status, [`Retry-After: ${retryAfter}`]);
/** For responses that begin and never end. */
const quick: OutboundOptions = { ...ONCE, attemptTimeoutMs: 1_000 };
const retried: OutboundOptions = {};
const POST = { method: 'POST', body: 'x' };
const safe: OutboundOptions = { retry: { when: 'safe', max: 3 } };
const zstd = (zlib as { zstdCompressSync?: (bytes: Buffer) => Buffer }).zstdCompressSync;
const ZSTD_FRAME = Buffer.from('28b52ffd040011000068692cc6', 'hex');
const inAMinute = () => new Date(Date.now() + 50_000).toUTCString();

const CONNECTING: Fault[] = [
  ['an address nobody may call', 'ADDRESS_NOT_ALLOWED/connect', at('http://10.0.0.1/')],
  ['cloud metadata', 'ADDRESS_NOT_ALLOWED/connect', at('http://169.254.169.254/')],
  ['the same in hex', 'ADDRESS_NOT_ALLOWED/connect', at('http://0x0a000001/')],
  ['a name that leads inside', 'ADDRESS_NOT_ALLOWED/connect', resolvesTo('', ['10.1.2.3'])],
  [
    'a name half public, half inside',
    'ADDRESS_NOT_ALLOWED/connect',
    resolvesTo('', ['93.184.216.34', '10.0.0.1']),
  ],
  [
    'a name that is rebound between attempts',
    'ADDRESS_NOT_ALLOWED/connect after CONNECTION_RESET waits 1000',
    resolvesTo('', ['127.0.0.1'], ['169.254.169.254']),
    { options: retried },
  ],
  ['a name without addresses', 'DNS_FAILED/dns', resolvesTo('')],
  ['a name with nonsense for an address', 'DNS_FAILED/dns', resolvesTo('', ['nonsense'])],
  ['a resolver that never answers', 'TIMEOUT/connect', unresolved()],
  ['TLS asked of a plain server', 'TLS_FAILED/tls', overTls(says(OK))],
  ['a handshake that never ends', 'TIMEOUT/connect', overTls(staysOpen(), HASTY)],
];

const BEFORE_THE_HEADERS: Fault[] = [
  ['closed at once', 'CONNECTION_RESET/response', says('')],
  ['reset at once', 'CONNECTION_RESET/response', says(null)],
  ['closed within the headers', '200 CONNECTION_RESET/response', says('HTTP/1.1 200 OK\r\nContent-')],
  ['silence', 'TIMEOUT/attempt', staysOpen(), { options: quick }],
  [
    'silence within the headers',
    '200 TIMEOUT/attempt',
    staysOpen('HTTP/1.1 200 OK\r\nA: '),
    { options: quick },
  ],
  [
    'headers that drip for ever',
    '200 TIMEOUT/attempt',
    dripsForEver('HTTP/1.1 200 OK\r\nA: ', 'a', 5),
    { options: quick },
  ],
  [
    'hints for ever',
    'TIMEOUT/attempt',
    dripsForEver('', 'HTTP/1.1 103 Hints\r\n\r\n', 5),
    { options: quick },
  ],
  ['another protocol', 'RESPONSE_INVALID/response', says('SSH-2.0-OpenSSH_9.2\r\n')],
  ['a header without colon', '200 RESPONSE_INVALID/response', says('HTTP/1.1 200 OK\r\nno colon\r\n\r\n')],
  [
    'two lengths',
    '200 RESPONSE_INVALID/response',
    says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ],
  [
    'a length and chunks: the chunks count',
    '200 ""',
    says('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  ['a negative length', '200 RESPONSE_INVALID/response', says(response(200, ['Content-Length: -1']))],
  [
    'a switch of protocol',
    'RESPONSE_INVALID/response',
    says('HTTP/1.1 101 X\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n'),
  ],
  [
    '65 KiB of headers',
    '200 HEADERS_TOO_LARGE/response',
    says(response(200, [`A: ${'a'.repeat(65 * 1024)}`])),
  ],
  ['63 KiB of headers', '200 ""', says(response(200, [`A: ${'a'.repeat(63 * 1024)}`]))],
  [
    'headers without end',
    '200 HEADERS_TOO_LARGE/response',
    dripsForEver('HTTP/1.1 200 OK\r\n', `A: ${'a'.repeat(2000)}\r\n`, 1),
  ],
];

const IN_THE_BODY: Fault[] = [
  [
    'shorter than its length',
    '206 CONNECTION_RESET/response',
    says(response(206, ['Content-Length: 9'], 'half')),
  ],
  ['longer than its length', '200 "ok"', says(response(200, ['Content-Length: 2'], 'ok and more'))],
  [
    'chunks that stop',
    '200 CONNECTION_RESET/response',
    says(response(200, ['Transfer-Encoding: chunked'], '5\r\nhel')),
  ],
  [
    'a chunk of no size',
    '200 RESPONSE_INVALID/response',
    says(response(200, ['Transfer-Encoding: chunked'], 'ZZ\r\nab\r\n')),
  ],
  [
    'no length: it lasts as long as the connection',
    '200 "all of it"',
    says('HTTP/1.1 200 OK\r\n\r\nall of it'),
  ],
  [
    'a declared length beyond the cap',
    '200 RESPONSE_TOO_LARGE/response',
    staysOpen('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'),
  ],
  [
    'more than the cap, undeclared',
    '200 RESPONSE_TOO_LARGE/response',
    dripsForEver('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(MB), 1),
  ],
  [
    'a drip for ever',
    '200 TIMEOUT/attempt',
    dripsForEver('HTTP/1.1 200 OK\r\n\r\n', 'a', 5),
    { options: quick },
  ],
  [
    'a stop in the middle',
    '200 TIMEOUT/attempt',
    staysOpen('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab'),
    { options: quick },
  ],
  ['none with 204', '204 ""', says('HTTP/1.1 204 X\r\nConnection: close\r\n\r\n')],
  ['none with 204, though one is sent', '204 ""', says('HTTP/1.1 204 X\r\nContent-Length: 2\r\n\r\n{}')],
  [
    'none with 304, though a length is named',
    '304 ""',
    says('HTTP/1.1 304 X\r\nConnection: close\r\nContent-Length: 99999999999\r\n\r\n'),
  ],
];

const COMPRESSED: Fault[] = [
  ['gzip', '200 "hi"', says(packed('gzip', zlib.gzipSync('hi')))],
  ['deflate', '200 "hi"', says(packed('deflate', zlib.deflateSync('hi')))],
  ['bare deflate', '200 "hi"', says(packed('deflate', zlib.deflateRawSync('hi')))],
  ['brotli', '200 "hi"', says(packed('br', zlib.brotliCompressSync('hi')))],
  ['gzip in gzip', '200 "hi"', says(packed('gzip, gzip', zlib.gzipSync(zlib.gzipSync('hi'))))],
  ['a coding that is a charset', '200 "hi"', says(packed('utf-8', Buffer.from('hi')))],
  [
    'zstd: read where Node can (22.15), else said clearly',
    zstd ? '200 "hi"' : '200 DECODE_FAILED/decode',
    says(packed('zstd', zstd ? zstd(Buffer.from('hi')) : ZSTD_FRAME)),
  ],
  ['a gzip bomb', '200 RESPONSE_TOO_LARGE/response', says(packed('gzip', bomb(zlib.gzipSync)))],
  ['a deflate bomb', '200 RESPONSE_TOO_LARGE/response', says(packed('deflate', bomb(zlib.deflateSync)))],
  ['a brotli bomb', '200 RESPONSE_TOO_LARGE/response', says(packed('br', bomb(zlib.brotliCompressSync)))],
  [
    'a zstd bomb',
    zstd ? '200 RESPONSE_TOO_LARGE/response' : '200 DECODE_FAILED/decode',
    says(packed('zstd', zstd ? bomb(zstd) : ZSTD_FRAME)),
  ],
  [
    'a bomb in a bomb',
    '200 RESPONSE_TOO_LARGE/response',
    says(packed('gzip, gzip', zlib.gzipSync(bomb(zlib.gzipSync)))),
  ],
  ['three codings', '200 DECODE_FAILED/decode', says(packed('gzip, gzip, gzip', Buffer.from('x')))],
  ['gzip that is none', '200 DECODE_FAILED/decode', says(packed('gzip', Buffer.from('plain text')))],
  [
    'gzip cut short',
    '200 DECODE_FAILED/decode',
    says(packed('gzip', zlib.gzipSync('hello there').subarray(0, 15))),
  ],
  ['brotli that is none', '200 DECODE_FAILED/decode', says(packed('br', Buffer.from('plain text')))],
  ['a coding of the eighties', '200 DECODE_FAILED/decode', says(packed('compress', Buffer.from('\x1f\x9d')))],
];

const REDIRECTED: Fault[] = [
  ['to itself for ever', 'TOO_MANY_REDIRECTS/redirect', says(to('/'))],
  ['five times', '200 "ok"', says(...Array(5).fill(to('/next')), OK)],
  ['six times', 'TOO_MANY_REDIRECTS/redirect', says(...Array(6).fill(to('/next')), OK)],
  ['to a file', '302 REDIRECT_REFUSED/redirect', says(to('file:///etc/passwd'))],
  ['to no URL', '302 REDIRECT_REFUSED/redirect', says(to('http://['))],
  ['inside', 'ADDRESS_NOT_ALLOWED/connect', says(to('http://10.0.0.1/'))],
  ['to cloud metadata', 'ADDRESS_NOT_ALLOWED/connect', says(to('http://169.254.169.254/latest/'))],
  ['nowhere', '302 ""', says(response(302))],
  ['with following switched off', '302 ""', says(to('/next')), { options: { ...ONCE, maxRedirects: 0 } }],
  ['with a body that never ends', '200 "ok"', endlessRedirect()],
];

const TRIED_AGAIN: Fault[] = [
  [
    'every 5xx, then 200',
    '200 "ok" after 500 502 503 waits 1000 2000 4000',
    says(response(500), response(502), response(503), OK),
    { options: retried },
  ],
  [
    '500 for ever',
    '500 "" after 500 500 500 waits 1000 2000 4000',
    says(response(500)),
    { options: retried },
  ],
  ['a reset, then 200', '200 "ok" after CONNECTION_RESET waits 1000', says(null, OK), { options: retried }],
  [
    'a timeout, then 200',
    '200 "ok" after TIMEOUT waits 1000',
    silentThen(OK.toString()),
    { options: { attemptTimeoutMs: 1_000 } },
  ],
  ['429 with seconds', '200 "ok" after 429 waits 7000', says(limited('7'), OK), { options: retried }],
  [
    '429 with a date',
    '200 "ok" after 429 waits ~50000',
    (keep) => says(limited(inAMinute()), OK)(keep),
    { options: retried },
  ],
  [
    '429 with a date that has passed',
    '200 "ok" after 429 waits 1000',
    says(limited(new Date(0).toUTCString()), OK),
    { options: retried },
  ],
  ['503 with seconds', '200 "ok" after 503 waits 3000', says(limited('3', 503), OK), { options: retried }],
  ['429 with an hour', '429 RATE_LIMITED/response', says(limited('3600')), { options: retried }],
  [
    '429 with more than there is time',
    '429 RATE_LIMITED/response',
    says(limited('30')),
    { options: { totalTimeoutMs: 20_000 } },
  ],
  ['429 with nonsense', '200 "ok" after 429 waits 1000', says(limited('soon'), OK), { options: retried }],
  ['400 is final', '400 ""', says(response(400), OK), { options: retried }],
  ['408 is final', '408 ""', says(response(408), OK), { options: retried }],
  ['with care: a POST after 500', '500 ""', says(response(500), OK), { options: safe, request: POST }],
  [
    'with care: a POST after a reset',
    'CONNECTION_RESET/response',
    says(null, OK),
    { options: safe, request: POST },
  ],
  [
    'with care: a POST after 429',
    '200 "ok" after 429 waits 1000',
    says(response(429), OK),
    { options: safe, request: POST },
  ],
  [
    'a GET whose body was cut off',
    '200 "ok" after 200 waits 1000',
    says(response(200, ['Content-Length: 9'], 'half'), OK),
    { options: retried },
  ],
  [
    'a POST whose body was cut off: it was answered',
    '200 CONNECTION_RESET/response',
    says(response(200, ['Content-Length: 9'], 'half'), OK),
    { options: retried, request: POST },
  ],
  [
    'a POST whose headers were cut off',
    '201 CONNECTION_RESET/response',
    says('HTTP/1.1 201 X\r\nLocation: /', OK),
    { options: retried, request: POST },
  ],
  [
    'a POST answered with 500 and cut off',
    '200 "ok" after 500 waits 1000',
    says(response(500, ['Content-Length: 9'], 'half'), OK),
    { options: retried, request: POST },
  ],
  [
    'a POST without an answer',
    '200 "ok" after CONNECTION_RESET waits 1000',
    says('', OK),
    { options: retried, request: POST },
  ],
  [
    'a POST whose answer broke off within its status is final',
    'CONNECTION_RESET/response',
    says('HTTP/1.1 20', OK),
    { options: retried, request: POST },
  ],
  [
    'a GET whose answer broke off within its status',
    '200 "ok" after CONNECTION_RESET waits 1000',
    says('HTTP/1.1 20', OK),
    { options: retried },
  ],
  [
    'a body that can’t be decoded is final',
    '200 DECODE_FAILED/decode',
    says(packed('gzip', Buffer.from('x')), OK),
    { options: retried },
  ],
  [
    'waits that don’t fit the whole time',
    '500 "" after 500 500 waits 1000 2000',
    says(response(500)),
    { options: { totalTimeoutMs: 7_000 } },
  ],
];

const NEVER_SENT: Fault[] = [
  ['no URL', 'URL_INVALID/request', at('nonsense')],
  ['another scheme', 'URL_INVALID/request', at('ftp://h.example/')],
  [
    'a header with a line break',
    'HEADER_INVALID/request',
    says(OK),
    { request: { headers: [['A', 'b\r\nC: d']] } },
  ],
  [
    'a header of the connection',
    'HEADER_FORBIDDEN/request',
    says(OK),
    { request: { headers: [['transfer-encoding', 'chunked']] } },
  ],
  ['a method of its own', 'METHOD_INVALID/request', says(OK), { request: { method: 'BREW' } }],
  [
    'too much',
    'REQUEST_TOO_LARGE/request',
    says(OK),
    { request: { method: 'POST', body: 'x'.repeat(10 * MB + 1) } },
  ],
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
it('has at least 60 cases', () => {
  expect(Object.values(TABLE).flat().length).toBeGreaterThanOrEqual(60);
});

describe.each(Object.entries(TABLE))('%s', (_place, faults) => {
  it.each(faults)('%s: %s', async (_what, outcome, server, circumstances = {}) => {
    const { options, request } = circumstances;
    const servers: LoopbackServer[] = [];
    const scene = await server(async (starting) => {
      const started = await bed.serve(starting);
      servers.push(started);
      return started;
    });
    const { client, clock } = bed.open(scene.client ?? {});
    const whole = { method: 'GET', url: scene.url, headers: [], body: null, ...request };
    const result = await client.request(whole, options ?? ONCE);
    expect(tell(result, clock)).toBe(outcome);
    for (const started of servers) await drained(started);
  });
});

/** Returns `status "body"` or `status code/phase`, then the results of earlier attempts and the waits. */
function tell({ response: last, error, attempts }: OutboundResult, { waits }: JumpingClock): string {
  const status = last?.status ?? attempts.at(-1)?.status ?? null;
  const words: Array<string | number> = status === null ? [] : [status];
  words.push(error === null ? `"${last?.body.toString()}"` : `${error.code}/${error.phase}`);
  const before = attempts.slice(0, -1).map((attempt) => attempt.status ?? attempt.code ?? '');
  if (before.length > 0) words.push('after', ...before);
  // All other waits are shorter, so the tolerance covers slow machines.
  const round = (ms: number) => (ms > 10_000 && ms <= 50_000 ? '~50000' : ms);
  if (waits.length > 0) words.push('waits', ...waits.map(round));
  return words.join(' ');
}

function at(url: string): SetScene {
  return async () => ({ url });
}

function unresolved(): SetScene {
  return async () => ({
    url: 'http://silent.test/',
    client: { resolve: () => new Promise(() => undefined), ...HASTY },
  });
}

function overTls(plain: SetScene, client = {}): SetScene {
  return async (keep) => ({ url: (await plain(keep)).url.replace('http:', 'https:'), client });
}

/** Returns a redirect with an endless body, which the client must not wait for. */
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

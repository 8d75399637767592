import { deflateRawSync, gzipSync } from 'node:zlib';
import type { OddResponse } from './odd-response';

const OK = 'HTTP/1.1 200 OK\r\n';
const BODY = 'Content-Length: 2\r\n\r\nok';
const gzip = gzipSync('ok');
const coded = (coding: string) => `${OK}Content-Encoding: ${coding}\r\n\r\n`;

/** Interim responses, bodies that may not be there, compressed ones. */
export const ODD_BODIES: OddResponse[] = [
  ['continue', ['HTTP/1.1 100 Continue\r\n\r\n', OK, BODY], '200 "ok"'],
  ['an interim status nobody knows', ['HTTP/1.1 199 X\r\n\r\n', OK, BODY], '200 "ok"'],
  ['204 with a body', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}', '204 ""'],
  ['204 with a body of no length', 'HTTP/1.1 204 No Content\r\n\r\n{}', '204 ""'],
  [
    '204 with chunks',
    'HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    '204 ""',
  ],
  ['304 with a body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n{}', '304 ""'],
  [
    '304 with chunks',
    'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    '304 ""',
  ],
  ['205 with a body', 'HTTP/1.1 205 Reset\r\nContent-Length: 2\r\n\r\n{}', '205 "{}"'],
  ['continue, five times', ['HTTP/1.1 100 Continue\r\n\r\n'.repeat(5), OK, BODY], '200 "ok"'],
  [
    'continue with headers',
    ['HTTP/1.1 100 Continue\r\nX: y\r\nContent-Length: 5\r\n\r\n', OK, BODY],
    '200 "ok"',
  ],
  [
    'three kinds of interim responses',
    ['HTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 EH\r\nLink: a\r\n\r\nHTTP/1.1 100 C\r\n\r\n', OK, BODY],
    '200 "ok"',
  ],
  [
    'a switch of protocol without its name',
    ['HTTP/1.1 101 Switching\r\n\r\n', OK, BODY],
    '101 "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
    'RESPONSE_INVALID',
    'no protocol was offered that could be switched to',
  ],
  [
    'a switch of protocol',
    ['HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n', OK, BODY],
    '101 "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
    'RESPONSE_INVALID',
    'no protocol was offered that could be switched to',
  ],
  ['an upgrade offered with a 200', [OK, 'Upgrade: h2c\r\nConnection: Upgrade\r\n', BODY], '200 "ok"'],
  [
    'two responses',
    [OK, 'Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil'],
    '200 "ok"',
  ],
  [
    'gzip with the length of the plain text',
    [OK, 'Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n', gzip],
    '200 ""',
    '200 DECODE_FAILED',
    'curl loses the body without a word',
  ],
  ['gzip that is none', [OK, 'Content-Encoding: gzip\r\n', BODY], '200 error 61', '200 DECODE_FAILED'],
  ['gzip with junk behind it', [coded('gzip'), gzip, 'junk'], '200 error 23', '200 DECODE_FAILED'],
  [
    'gzip in two members',
    [coded('gzip'), gzipSync('o'), gzipSync('k')],
    '200 error 23',
    '200 "ok"',
    'RFC 1952 allows several members; browsers read them',
  ],
  [
    'gzip without its checksum',
    [coded('gzip'), gzip.subarray(0, -8)],
    '200 "ok"',
    '200 DECODE_FAILED',
    'a body that was cut looks the same',
  ],
  ['gzip of nothing', [OK, 'Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n'], '200 ""'],
  [
    'gzip twice',
    [OK, 'Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n\r\n', gzipSync(gzip)],
    '200 "ok"',
  ],
  ['GZIP in capitals', [coded('GZIP'), gzip], '200 "ok"'],
  ['x-gzip', [coded('x-gzip'), gzip], '200 "ok"'],
  ['identity as coding', [OK, 'Content-Encoding: identity\r\n', BODY], '200 "ok"'],
  [
    'a charset as coding',
    [OK, 'Content-Encoding: utf-8\r\n', BODY],
    '200 error 61',
    '200 "ok"',
    'a charset is no compression; browsers read it',
  ],
  ['an empty coding', [OK, 'Content-Encoding:\r\n', BODY], '200 "ok"'],
  ['deflate without its head', [coded('deflate'), deflateRawSync('ok')], '200 "ok"'],
  ['gzip called deflate', [coded('deflate'), gzip], '200 error 61', '200 DECODE_FAILED'],
  ['gzip, identity', [coded('gzip, identity'), gzip], '200 "ok"'],
  [
    'nonsense in Keep-Alive',
    [OK, 'Keep-Alive: timeout=abc, max=-1\r\nConnection: keep-alive\r\n', BODY],
    '200 "ok"',
  ],
  ['kept alive and closed', [OK, 'Connection: Keep-Alive, close\r\n', BODY], '200 "ok"'],
  ['413 at once', 'HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig', '413 "big"'],
];

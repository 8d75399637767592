import type { RandomNumbers } from '../../../lib/core/shared-document/testing/random-changes';

/** A request of somebody without an account, as it is sent. */
export interface StrangersRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Entrances {
  /** Paths that take forms: webhooks with and without a check, and a wait that nobody has. */
  forms: readonly string[];
}

const PAGES = [
  '/',
  '/sign-in',
  '/docs',
  '/api/auth/csrf',
  '/chat/nobody',
  '/wait/nobody',
  '/api/v1/logs',
  '/no',
];
const NAMES = [
  'a',
  'a[]',
  'a[b]',
  'a.b',
  'charset',
  '_charset_',
  '__proto__',
  'constructor',
  'ä',
  '%41',
  '%',
  '+',
  '',
];
const VALUES = ['', '1', '%41'.repeat(50), '%e4', '%', 'x'.repeat(200), '💸', '\u0000', '{"a":1}', '[[[['];
const CHARSETS = [
  '',
  '; charset=utf-8',
  '; charset=windows-1252',
  '; charset=utf-16le',
  '; charset=nonsense',
];
const PART_HEADERS = [
  'Content-Disposition: form-data; name="a"',
  'Content-Disposition: form-data; name=a; filename=b',
  'Content-Disposition: form-data; name="a"; filename="b"',
  "Content-Disposition: form-data; name=a; filename*=utf-8''%e2%82%ac",
  'Content-Disposition: form-data; name="\\"\\\\"',
  'Content-Disposition: attachment',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: base64',
  `X-Long: ${'y'.repeat(3_000)}`,
  ' folded',
  'no colon',
];
/** Bytes of a body; most are small, some reach the limit. */
const SIZES = [0, 10, 100, 1_000, 10_000, 100_000, 300_000];
/** A request's head may have 16 KB. */
const HEAD_SIZES = [10, 100, 1_000, 4_000, 15_000];

const pick = <Item>(items: readonly Item[], random: RandomNumbers): Item =>
  items[random(items.length)] as Item;

/** Repeats a few random pieces up to a length. */
function repeated(pieces: readonly string[], length: number, random: RandomNumbers): string {
  const few = Array.from({ length: 1 + random(4) }, () => pick(pieces, random)).join('');
  return few === '' ? '' : few.repeat(Math.ceil(length / few.length)).slice(0, length);
}

const pair = (random: RandomNumbers): string =>
  `${pick(NAMES, random)}${pick(['', '=', '=='], random)}${pick(VALUES, random)}${pick(['&', '&&', ';', '&amp;'], random)}`;

/** Pairs, of one name or all different. */
function pairs(length: number, random: RandomNumbers): string {
  if (random(4) > 0) return repeated([pair(random), pair(random), pair(random)], length, random);
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += `${pick(NAMES, random)}${index}=1&`;
  return text;
}

function formRequest({ forms }: Entrances, random: RandomNumbers): StrangersRequest {
  const type = `application/x-www-form-urlencoded${pick(CHARSETS, random)}`;
  return {
    method: 'POST',
    path: pick(forms, random),
    headers: { 'content-type': type, 'x-twilio-signature': 'wrong' },
    body: pairs(pick(SIZES, random), random),
  };
}

function multipartRequest({ forms }: Entrances, random: RandomNumbers): StrangersRequest {
  const boundary = pick(['xx', '-', '----WebKitFormBoundary', 'x'.repeat(70)], random);
  const line = pick(['\r\n', '\n'], random);
  const part = (): string => {
    const headers = Array.from({ length: random(4) }, () => pick(PART_HEADERS, random));
    return ['', `--${boundary}`, ...headers, '', pick(VALUES, random)].join(line);
  };
  const end = pick([`${line}--${boundary}--`, `${line}--${boundary}--${line}epilogue`, ''], random);
  const pieces = [part(), part(), part(), `${line}--${boundary}`, `--${boundary}--`];
  return {
    method: 'POST',
    path: pick(forms, random),
    headers: { 'content-type': `multipart/form-data; boundary=${pick([boundary, `"${boundary}"`], random)}` },
    body: repeated(pieces, pick(SIZES, random), random) + end,
  };
}

/** Keeps what a request line may hold; half of a character becomes U+FFFD. */
const inAddress = (text: string): string =>
  text.toWellFormed().replace(/[^!-~]/gu, (each) => encodeURIComponent(each));

function queryRequest(_: Entrances, random: RandomNumbers): StrangersRequest {
  const query = inAddress(pairs(pick(HEAD_SIZES, random), random)).slice(0, 15_000);
  return { method: 'GET', path: `${pick(PAGES, random)}?${query}`, headers: {} };
}

const PATH_PIECES = [
  '/',
  '/a',
  '/%2e',
  '/..',
  '/%',
  '/%E0%A4%A',
  '/api/v1/logs',
  '/hooks/x',
  ';a=b',
  '//',
  '/_next',
];
const COOKIES = [
  'a=1; ',
  'next-auth.session-token=x; ',
  'time-zone=Europe/Rome; ',
  '=; ',
  'a="b; ',
  '%; ',
  '; ',
];
const HEADER_VALUES = ['gzip;q=0.1, ', 'W/"a", ', 'Mozilla/5.0 (', '1', '%5B', 'bytes=0-1,', 'en-GB;q=0.9,'];
const HEADERS = [
  'accept-encoding',
  'accept',
  'if-none-match',
  'user-agent',
  'rsc',
  'next-router-state-tree',
  'range',
];

function headRequest(_: Entrances, random: RandomNumbers): StrangersRequest {
  const path =
    random(2) === 0 ? pick(PAGES, random) : `/${repeated(PATH_PIECES, pick(HEAD_SIZES, random), random)}`;
  const name = pick(HEADERS, random);
  return {
    method: 'GET',
    path: path.slice(0, 8_000),
    headers: {
      ...(random(2) === 0 && { cookie: repeated(COOKIES, pick([10, 1_000, 7_000], random), random).trim() }),
      ...(random(2) === 0 && {
        [name]: repeated(HEADER_VALUES, pick([10, 1_000, 7_000], random), random).trim(),
      }),
    },
  };
}

const KINDS = [formRequest, formRequest, multipartRequest, multipartRequest, queryRequest, headRequest];

export const randomRequest = (entrances: Entrances, random: RandomNumbers): StrangersRequest =>
  pick(KINDS, random)(entrances, random);

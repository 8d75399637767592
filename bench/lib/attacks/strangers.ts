import { type Attack, type Finding, whatMissed } from './attack';
import { makeHook } from './bodies';
import type { Target } from './target';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=xx';
/** One at a time and then together. */
const ROUNDS = [1, 8];
const ANSWER_MS = 60_000;

interface Request {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests that each must be answered as `meets` says. */
function requests(name: string, meets: RegExp, make: (target: Target) => Promise<Request[]>): Attack {
  return {
    name,
    run: async (target): Promise<Finding> => {
      const answers: string[] = [];
      for (const request of await make(target))
        for (const count of ROUNDS)
          answers.push(
            ...(await Promise.all(Array.from({ length: count }, () => statusOf(target.origin, request)))),
          );
      return { answers, wrong: whatMissed(answers, meets) };
    },
  };
}

async function statusOf(origin: string, { path, method = 'POST', headers, body }: Request): Promise<string> {
  try {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(headers !== undefined && { headers }),
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}

const form = (path: string, body: string, headers: Record<string, string> = {}): Request => {
  return { path, body, headers: { 'content-type': URLENCODED, ...headers } };
};
const multipart = (path: string, body: string): Request => {
  return { path, body, headers: { 'content-type': MULTIPART } };
};
const get = (path: string, headers: Record<string, string> = {}): Request => {
  return { path, method: 'GET', headers };
};

const names = (count: number): string => Array.from({ length: count }, (_, n) => `n${n}`).join('&');
const parts = (count: number, disposition: string): string =>
  `${`--xx\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n1\r\n`.repeat(count)}--xx--\r\n`;
const FILE = 'name="a"; filename="f"';

const waits = requests('forms to waits that nobody has', /^404$/, async () => [
  form('/api/v1/waits/nope', 'a&'.repeat(40_000)),
  form('/api/v1/waits/nope', names(100_000)),
  multipart('/api/v1/waits/nope', parts(14_000, FILE)),
]);

const signedForms = requests('signed forms of many names', /^(?:401|413)$/, async ({ holder }) => {
  const check = (kind: string) => makeHook(holder, { check: { kind, token: 'a secret' } });
  const [twilio, mailgun] = [await check('twilio'), await check('mailgun')];
  const signature = { 'x-twilio-signature': 'wrong' };
  return [
    form(twilio.path, names(20_000), signature),
    form(twilio.path, names(4_900), signature),
    form(twilio.path, `a=${'%41'.repeat(3_000_000)}`, signature),
    form(mailgun.path, names(1_200_000)),
    form(mailgun.path, `a=${'%41'.repeat(3_000_000)}`),
    {
      path: mailgun.path,
      body: `[${'1,'.repeat(4_000_000)}1]`,
      headers: { 'content-type': 'application/json' },
    },
  ];
});

const openForms = requests('forms of many parts to open webhooks', /^(?:202|413)$/, async ({ holder }) => {
  const { path } = await makeHook(holder);
  return [
    form(path, 'a&'.repeat(4_900_000)),
    form(path, 'a=%41&'.repeat(4_900)),
    multipart(path, parts(130_000, FILE)),
    multipart(path, parts(1_900, FILE)),
    multipart(path, parts(600, `${FILE}; x="${'y'.repeat(15_000)}"`)),
    multipart(path, '\r\n--xx'.repeat(1_500_000)),
  ];
});

const PAGES = ['/', '/sign-in', '/docs', '/api/auth/csrf', '/chat/nobody', '/wait/nobody', '/no-such-page'];

const queries = requests('queries of 7,500 parameters', /^400$/, async () =>
  PAGES.flatMap((path) =>
    ['a', 'a=1', 'a[b]=1'].map((pair) => get(`${path}?${`${pair}&`.repeat(15_000 / (pair.length + 1))}`)),
  ),
);

const HEADERS: ReadonlyArray<Record<string, string>> = [
  { cookie: 'a=1; '.repeat(8_000) },
  { cookie: Array.from({ length: 5_000 }, (_, n) => `next-auth.session-token.${n}=x`).join('; ') },
  { rsc: '1', 'next-router-state-tree': encodeURIComponent('['.repeat(15_000)) },
  { rsc: '1', 'next-url': '/a'.repeat(20_000) },
  { 'accept-encoding': 'gzip;q=0.1, '.repeat(4_000) },
  { 'if-none-match': 'W/"a", '.repeat(8_000) },
  { 'user-agent': 'Mozilla/5.0 ('.repeat(4_000) },
  { 'user-agent': 'a'.repeat(15_000) },
];

const pageHeads = requests('paths and headers that Next reads', /^(?:[234]\d\d)$/, async () => [
  ...['/sign-in', '/docs'].flatMap((path) => HEADERS.map((headers) => get(path, headers))),
  ...['/%', '/docs/%E0%A4%A', '/%2e'.repeat(5_000), '/a'.repeat(20_000), '/'.repeat(40_000)].map((path) =>
    get(path),
  ),
  get('/_next/image?url=%2Ficon.svg&w=640&q=75'),
  get(`/sign-in?a=${'%41'.repeat(2_000)}`),
  get(`/sign-in?${'a=1&'.repeat(99)}`),
]);

/** Requests of people without an account, each of which held or ended the process once. */
export const STRANGERS: readonly Attack[] = [waits, signedForms, openForms, queries, pageHeads];

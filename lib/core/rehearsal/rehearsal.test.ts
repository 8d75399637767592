import { afterAll, expect, test } from 'vitest';
import { createSandbox } from '../../platform/sandbox/sandbox';
import type { RehearsedCase } from './rehearsal-shape';
import { answering, documentOf, rehearseDocument } from './testing/rehearse-document';

const sandbox = createSandbox({ threads: 1 });
afterAll(() => sandbox.close());
const code = sandbox.forOwner('tests');

const ORDER = { id: 'ord_1', status: 'paid', total: 12, items: [{ sku: 'a', count: 2 }] };
const RESPONSES = { '/order': ORDER, '/orders': { id: 'ord_2' }, '/notify': { ok: true } };
const at = (path: string, more: object = {}) => ({ url: `https://shop.example${path}`, ...more });
const get = (more: object = {}): [string, object] => ['api', at('/order', more)];
const post = (more: object = {}): [string, object] => [
  'api',
  at('/orders', { method: 'POST', body: { kind: 'json', value: '{"total": 12}' }, ...more }),
];
const respond = (body: string, status = 200): [string, object] => ['response', { body, status }];
const failed = respond('{"error": "The shop does not answer."}', 502);
const check = (expression: string): [string, object] => [
  'condition',
  { branches: [{ id: 'yes', expression }] },
];
const noKey = { headers: [{ key: 'Idempotency-Key', value: '' }] };

type Blocks = Parameters<typeof documentOf>[0];

const rehearse = async (blocks: Blocks, edges: string[], options = {}) => {
  const http = answering(RESPONSES);
  const found = await rehearseDocument(documentOf(blocks, edges), { http, code }, options);
  return { ...found, http };
};
const findings = (cases: readonly RehearsedCase[]) =>
  [
    ...new Set(cases.flatMap(({ finding, fault }) => (finding === null ? [] : [`${fault}: ${finding}`]))),
  ].sort();
const outcomeOf = (cases: readonly RehearsedCase[], fault: string, path: string | null = null) =>
  cases.find((one) => one.fault === fault && one.path === path)?.outcome;

const ANSWER = respond('{"total": <fetch.data.total>}');

const FAULTY: Array<[name: string, blocks: Blocks, edges: string[], found: string[]]> = [
  [
    'no error port, so that a failed request is blamed on the block that reads its response',
    { fetch: get(), answer: ANSWER },
    ['start>fetch', 'fetch>answer'],
    ['error-always: blames-another'],
  ],
  [
    'no error port, and a reference that forgives a missing value',
    { fetch: get(), answer: respond('{"total": <fetch.data.total?>}') },
    ['start>fetch', 'fetch>answer'],
    ['error-always: wrong-output'],
  ],
  [
    'a write whose failure nobody looks at',
    { order: post(), answer: respond('{"ok": true}') },
    ['start>order', 'order>answer'],
    ['error-always: wrong-output'],
  ],
  [
    'no retries of a request that may be repeated',
    { fetch: get({ retry: { when: 'never' }, failOnStatus: true }), answer: ANSWER },
    ['start>fetch', 'fetch>answer'],
    ['error-once: not-retried', 'rate-limited-with-delay: not-retried', 'rate-limited: not-retried'],
  ],
  [
    'a POST that is repeated without a key',
    {
      order: post({ ...noKey, failOnStatus: true, onUnknown: 'again' }),
      answer: respond('{"id": <order.data.id>}'),
    },
    ['start>order', 'order>answer'],
    ['error-always: sent-twice', 'error-once: sent-twice', 'killed: sent-twice', 'timeout: sent-twice'],
  ],
  [
    'a POST that the error port sends again',
    { order: post(), again: post(), answer: respond('{"ok": true}') },
    ['start>order', 'order>answer', 'order:error>again', 'again>answer'],
    ['cut: sent-twice', 'error-always: sent-twice', 'timeout: sent-twice'],
  ],
  [
    'a condition on a field that may be missing',
    {
      fetch: get({ failOnStatus: true }),
      paid: check('<fetch.data.status?> === "paid"'),
      yes: respond('{"paid": true}'),
      no: respond('{"paid": false}'),
    },
    ['start>fetch', 'fetch>paid', 'paid:yes>yes', 'paid:else>no'],
    ['empty: wrong-output', 'field-missing: wrong-output', 'malformed: wrong-output'],
  ],
  [
    'code that counts what is missing as nothing',
    {
      fetch: get({ failOnStatus: true }),
      count: ['function', { code: 'const data = <fetch.data>; return { n: (data?.items ?? []).length };' }],
      answer: respond('{"n": <count.result.n>}'),
    },
    ['start>fetch', 'fetch>count', 'count>answer'],
    [
      'empty: wrong-output',
      'field-missing: wrong-output',
      'field-null: wrong-output',
      'malformed: wrong-output',
    ],
  ],
];

test.each(FAULTY)('finds %s', async (_, blocks, edges, found) => {
  const { cases } = await rehearse(blocks, edges);
  expect(findings(cases)).toEqual(expect.arrayContaining(found));
});

const CLEAN: Array<[name: string, blocks: Blocks, edges: string[]]> = [
  [
    'with an error port',
    { fetch: get(), answer: ANSWER, failed },
    ['start>fetch', 'fetch>answer', 'fetch:error>failed'],
  ],
  [
    'that fails on a bad status',
    { fetch: get({ failOnStatus: true }), answer: ANSWER },
    ['start>fetch', 'fetch>answer'],
  ],
  [
    'with a default for a missing value',
    { fetch: get({ failOnStatus: true }), answer: respond('{"total": <fetch.data.total ?? 0>}') },
    ['start>fetch', 'fetch>answer'],
  ],
  [
    'that looks at the status',
    {
      fetch: get(),
      fine: check('<fetch.status> === 200'),
      answer: ANSWER,
      failed,
    },
    ['start>fetch', 'fetch:error>failed', 'fetch>fine', 'fine:yes>answer', 'fine:else>failed'],
  ],
  [
    'with a POST and its key',
    { order: post(), answer: respond('{"id": <order.data.id>}'), failed },
    ['start>order', 'order>answer', 'order:error>failed'],
  ],
  [
    'with a cautious POST without a key',
    {
      order: post({ ...noKey, retry: { when: 'safe' } }),
      answer: respond('{"id": <order.data.id>}'),
      failed,
    },
    ['start>order', 'order>answer', 'order:error>failed'],
  ],
  [
    'that answers with an error for a response of another shape',
    {
      fetch: get({ failOnStatus: true }),
      paid: check('<fetch.data.status?> === "paid"'),
      yes: respond('{"paid": true}'),
      no: failed,
    },
    ['start>fetch', 'fetch>paid', 'paid:yes>yes', 'paid:else>no'],
  ],
  [
    'that takes null for no',
    {
      fetch: get({ failOnStatus: true }),
      paid: check('<fetch.data.status> === "paid"'),
      yes: respond('{"paid": true}'),
      no: respond('{"paid": false}'),
    },
    ['start>fetch', 'fetch>paid', 'paid:yes>yes', 'paid:else>no'],
  ],
  [
    'that reads two responses',
    {
      fetch: get(),
      order: post({ body: { kind: 'json', value: '{"total": <fetch.data.total>}' } }),
      answer: respond('{"id": <order.data.id>}'),
      failed,
    },
    ['start>fetch', 'fetch>order', 'order>answer', 'fetch:error>failed', 'order:error>failed'],
  ],
];

test.each(CLEAN)('finds nothing in a workflow %s', async (_, blocks, edges) => {
  const { cases } = await rehearse(blocks, edges);
  expect(cases.length).toBeGreaterThan(10);
  expect(cases.filter(({ finding }) => finding !== null)).toEqual([]);
});

test('says of each case what becomes of it, and sends nothing', async () => {
  const { cases, http, plan } = await rehearse({ fetch: get(), answer: ANSWER, failed }, [
    'start>fetch',
    'fetch>answer',
    'fetch:error>failed',
  ]);
  expect(http.count).toBe(1);
  expect(plan.baseline.requests).toMatchObject([
    { step: 'fetch', method: 'GET', url: 'https://shop.example/order', canCatch: true },
  ]);
  expect(
    ['refused', 'timeout', 'rate-limited', 'error-once', 'error-always', 'cut', 'slow', 'killed'].map(
      (fault) => outcomeOf(cases, fault),
    ),
  ).toEqual([
    'handled',
    'handled',
    'recovered',
    'recovered',
    'handled',
    'handled',
    'unaffected',
    'recovered',
  ]);
  expect(outcomeOf(cases, 'field-missing', 'total')).toBe('error');
  expect(outcomeOf(cases, 'field-null', 'total')).toBe('changed');
  expect(outcomeOf(cases, 'empty-list', 'items')).toBe('unaffected');
  const timeout = cases.find(({ fault }) => fault === 'timeout');
  expect(timeout).toMatchObject({ attempts: 4, ending: { status: 'success' } });
  expect(timeout?.words).toBe('A timeout at “fetch” is caught, and the run goes on.');
});

test('asks a person about a request that was under way, or says that its outcome is unknown', async () => {
  const kill = async (onUnknown: string) => {
    const { cases } = await rehearse({ order: post({ onUnknown }) }, ['start>order'], { faults: ['killed'] });
    return cases[0];
  };
  expect((await kill('again'))?.outcome).toBe('recovered');
  expect(await kill('fail')).toMatchObject({ outcome: 'error', finding: null });
  expect((await kill('fail'))?.words).toContain('OUTCOME_UNKNOWN');
});

test('is the same for the same seed, and leaves requests beyond the budget out whole', async () => {
  const blocks: Blocks = { fetch: get(), order: post(), answer: respond('{"ok": true}') };
  const edges = ['start>fetch', 'fetch>order', 'order>answer'];
  const [one, other] = [
    await rehearse(blocks, edges, { seed: 7 }),
    await rehearse(blocks, edges, { seed: 7 }),
  ];
  expect(one.cases).toEqual(other.cases);
  const few = await rehearse(blocks, edges, { seed: 7, mostCases: one.cases.length - 1 });
  expect(new Set(few.cases.map(({ step }) => step))).toEqual(new Set(['fetch']));
  expect(few.plan.leftOut).toEqual({ requests: 1, cases: one.cases.length - few.cases.length });
});

test('rehearses requests in containers, the first of each block before the others', async () => {
  const document = documentOf({ each: ['loop', { kind: 'count', count: 3 }], fetch: get(), order: post() }, [
    'start>each',
    'each>order',
  ]);
  document.blocks.fetch!.parentId = 'each';
  const { plan } = await rehearseDocument(document, { http: answering(RESPONSES), code });
  expect(plan.baseline.requests.map(({ step }) => step)).toEqual([
    'fetch@each:0',
    'order',
    'fetch@each:1',
    'fetch@each:2',
  ]);
});

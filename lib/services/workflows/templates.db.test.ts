import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectedTo } from '../connections/testing/connected';
import { type OauthServer, startOauthServer } from '../connections/testing/oauth-server';
import { runByHand } from '../runs/testing/run-by-hand';
import { SECRET_OF, startTemplateBench, status, type TemplateBench } from './testing/template-bench';

let bench: TemplateBench;
let oauth: OauthServer;

beforeAll(async () => {
  bench = await startTemplateBench();
  oauth = await startOauthServer();
});
afterEach(() => {
  bench.replies.clear();
  bench.asked();
});
afterAll(async () => {
  await oauth.close();
  await bench.close();
});

const replies = (given: Record<string, unknown>) => {
  for (const [request, reply] of Object.entries(given)) bench.replies.set(request, reply);
};
const run = async (id: string, input: Record<string, unknown> = {}, choices = {}) => {
  const answer = await runByHand(bench.writer, { workflowId: await bench.make(id, choices), input });
  return { status: answer.status, output: answer.output, asked: bench.asked() };
};
const authorizationOf = (path: string) =>
  bench.upstream.received.findLast(({ url }) => url.startsWith(path))?.headers.authorization;

test('paged-report: reads all pages and posts their sum', async () => {
  const pages = [[{ total: 10 }, { total: 30 }], [{ total: 5 }], []];
  replies({
    'GET /shop/orders': ({ url }: { url: string }) => {
      const page = Number(new URL(url, 'http://x').searchParams.get('page'));
      return { orders: pages[page - 1] };
    },
    'POST /chat': {},
  });
  const { output, asked } = await run('paged-report');
  expect(output).toEqual({ count: 3, total: 45, largest: 30 });
  expect(asked).toEqual([
    'GET /shop/orders?status=paid&page=1',
    'GET /shop/orders?status=paid&page=2',
    'GET /shop/orders?status=paid&page=3',
    'POST /chat {"text": "3 paid orders, 45 in total, the largest 30."}',
  ]);
  expect(authorizationOf('/shop')).toBe(`Bearer ${SECRET_OF('SHOP_TOKEN')}`);
});

test('retry-and-alert: tries again, answers what came, and tells when nothing did', async () => {
  let failures = 1;
  replies({ 'GET /service': () => (failures-- > 0 ? status(503) : { rate: 1.1 }), 'POST /chat': {} });
  expect(await run('retry-and-alert')).toMatchObject({
    output: { rate: 1.1 },
    asked: ['GET /service', 'GET /service'],
  });
  replies({ 'GET /service': status(503) });
  const { output, asked } = await run('retry-and-alert');
  expect(output).toMatchObject({ error: 'The service did not answer. The team has been told.' });
  expect(asked.slice(0, 3)).toEqual(['GET /service', 'GET /service', 'GET /service']);
  expect(asked[3]).toMatch(/^POST \/chat \{"text": "The service is down \(status 503\): .*"\}$/);
});

test('nightly-sync: creates, updates and leaves alone', async () => {
  const product = (sku: string, price: number) => ({ sku, name: sku, price });
  const target: Record<string, object[]> = {
    same: [{ id: 1, ...product('same', 2) }],
    old: [{ id: 2, ...product('old', 1) }],
  };
  replies({
    'GET /source/products': [product('same', 2), product('old', 3), product('new', 4)],
    'GET /target/products': ({ url }: { url: string }) => target[url.split('sku=')[1] ?? ''] ?? [],
    'POST /target/products': {},
    'PUT /target/products/2': {},
  });
  const { output, asked } = await run('nightly-sync');
  expect(output).toEqual({ created: 1, updated: 1, unchanged: 1, failed: [] });
  expect(asked.filter((line) => !line.startsWith('GET'))).toEqual([
    'PUT /target/products/2 {"sku": "old", "name": "old", "price": 3}',
    'POST /target/products {"sku": "new", "name": "new", "price": 4}',
  ]);
});

test('fan-out: asks three at once, and a failure is null', async () => {
  replies({
    'GET /customer_api/profile': { name: 'Ada' },
    'GET /customer_api/orders': [1, 2],
    'GET /customer_api/messages': status(404),
  });
  const { output, asked } = await run('fan-out', { customer: 'c 7' });
  expect(output).toEqual({ profile: { name: 'Ada' }, orders: [1, 2], messages: null });
  expect(asked.sort()).toEqual([
    'GET /customer_api/messages?customer=c%207',
    'GET /customer_api/orders?customer=c%207',
    'GET /customer_api/profile?customer=c%207',
  ]);
});

test('csv-import: posts good rows and lists the others', async () => {
  replies({
    'GET /file.csv': 'name,email\r\nAda,ada@example.com\r\nBob,nowhere\r\nEve,eve@example.com\r\n',
    'POST /contacts/contacts': ({ body }: { body: string }) => ({ id: JSON.parse(body).name }),
  });
  const { output, asked } = await run('csv-import', { url: `${bench.upstream.origin}/file.csv` });
  expect(output).toEqual({
    created: ['Ada', 'Eve'],
    failed: [],
    skipped: [{ name: 'Bob', email: 'nowhere' }],
  });
  expect(asked).toHaveLength(3);
});

test('call-workflow: runs the other workflow for each item', async () => {
  const user = (name: string) => ({ name, email: `${name}@example.com` });
  replies({
    'GET /users/users/new': [user('ada'), user('bob')],
    'POST /mail/messages': ({ body }: { body: string }) => ({ id: JSON.parse(body).to }),
  });
  const { output, asked } = await run('call-workflow');
  expect(output).toEqual({ sent: ['ada@example.com', 'bob@example.com'], failed: [] });
  expect(asked[1]).toBe('POST /mail/messages {"to": "ada@example.com", "subject": "Welcome, ada"}');
});

test('rate-limited-loop: changes each item, and lists what failed', async () => {
  replies({ 'PATCH /lists/contacts/1': {}, 'PATCH /lists/contacts/3': {} });
  const { output, asked } = await run('rate-limited-loop', { ids: [1, 2, 3] });
  expect(output).toMatchObject({ count: 3, failed: [{ index: 1 }] });
  expect(asked.sort()).toEqual([1, 2, 3].map((id) => `PATCH /lists/contacts/${id} {"tag": "customer"}`));
});

test('connected-calendar: asks with the token of the chosen connection', async () => {
  const connectionId = await connectedTo(oauth, bench);
  replies({ 'GET /calendar/calendars/primary/events': { items: [{ summary: 'Stand-up' }] } });
  const { output, asked } = await run('connected-calendar', {}, { connectionId });
  expect(output).toEqual({ agenda: ['Stand-up'] });
  expect(asked).toEqual(['GET /calendar/calendars/primary/events?singleEvents=true&orderBy=startTime']);
  const token = authorizationOf('/calendar')?.replace('Bearer ', '');
  expect(oauth.good.has(token ?? '')).toBe(true);
});

test('graphql-query: sends variables, and an answer with errors is a failure', async () => {
  const input = { owner: 'a"b', name: 'mill' };
  const repository = { stargazerCount: 7, issues: { totalCount: 2 } };
  replies({ 'POST /graphql': { data: { repository } } });
  const good = await run('graphql-query', input);
  expect(good.output).toEqual({ stars: 7, openIssues: 2 });
  const sent = JSON.parse(good.asked[0]?.replace('POST /graphql ', '') ?? '');
  expect(sent).toMatchObject({ query: expect.stringContaining('query Repository'), variables: input });
  replies({ 'POST /graphql': { errors: [{ message: 'Not found' }] } });
  expect((await run('graphql-query', input)).output).toMatchObject({ error: 'Not found' });
});

test('poll-until-done: asks until the job is over', async () => {
  const states = ['running', 'running', 'done'];
  replies({
    'POST /jobs/jobs': { id: 'j1' },
    'GET /jobs/jobs/j1': () => ({ status: states.shift() }),
    'GET /jobs/jobs/j1/result': { rows: 3 },
  });
  const { output, asked } = await run('poll-until-done', { seconds: 0.01 });
  expect(output).toEqual({ rows: 3 });
  expect(asked).toEqual([
    'POST /jobs/jobs {"report": "sales"}',
    ...Array(3).fill('GET /jobs/jobs/j1'),
    'GET /jobs/jobs/j1/result',
  ]);
});

test('validate-input: says what is wrong and sends nothing, or creates', async () => {
  const bad = await run('validate-input', { registration: { name: ' ', email: 'x', seats: 0 } });
  expect(bad).toMatchObject({
    output: { problems: ['Enter a name.', 'Enter an e-mail address.', 'Choose 1 to 500 seats.'] },
    asked: [],
  });
  replies({ 'POST /accounts/accounts': { id: 9 } });
  const registration = { name: 'Ada', email: 'ada@example.com', seats: 3 };
  const good = await run('validate-input', { registration });
  expect(good.output).toEqual({ id: 9 });
  expect(good.asked).toEqual([`POST /accounts/accounts ${JSON.stringify(registration)}`]);
});

test.each([
  ['nothing', '', { ordered: true, charge: 'charges', shipment: 'shipments' }, []],
  ['the stock', 'reservations', { ordered: false, reason: 'out of stock' }, []],
  ['the charge', 'charges', { reason: 'payment declined' }, ['reservations/reservations/release']],
  [
    'the shipment',
    'shipments',
    { reason: 'it can’t be shipped; you were not charged' },
    ['charges/charges/refund', 'reservations/reservations/release'],
  ],
])('checkout: when %s fails, what was done is taken back', async (_, failing, output, undone) => {
  for (const step of ['reservations', 'charges', 'shipments'])
    replies({ [`POST /checkout/${step}`]: step === failing ? status(409) : { id: step } });
  replies({
    'POST /checkout/reservations/reservations/release': {},
    'POST /checkout/charges/charges/refund': {},
  });
  const done = await run('checkout', { item: 'mill', amount: 5 });
  expect(done.output).toMatchObject(output);
  const undoing = done.asked.filter((line) => /release|refund/.test(line));
  expect(undoing).toEqual(undone.map((path) => `POST /checkout/${path} {}`));
});

test('status-check: keeps the result, and tells only when it has changed', async () => {
  let kept: unknown = {};
  replies({
    'GET /up': 'fine',
    'GET /down': status(500),
    'GET /history': () => kept,
    'PUT /history': ({ body }: { body: string }) => {
      kept = JSON.parse(body);
      return {};
    },
    'POST /chat': {},
  });
  const first = await run('status-check');
  expect(first.asked.at(-1)).toContain('/down');
  expect(first.asked.at(-1)).toMatch(/^POST \/chat/);
  const second = await run('status-check');
  expect(second.asked.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(kept).toMatchObject({ down: [`${bench.upstream.origin}/down`], at: expect.any(String) });
});

test('move-file: the bytes that came are the bytes that go', async () => {
  const bytes = Buffer.from('%PDF-1.7 \u{1F33E} and so on');
  replies({ 'GET /a.pdf': bytes, 'POST /archive/files': { id: 'f1' } });
  const { output, asked } = await run('move-file', { url: `${bench.upstream.origin}/a.pdf` });
  expect(output).toEqual({ id: 'f1' });
  expect(asked[1]).toContain('name="folder"\r\n\r\ninbox');
  expect(asked[1]).toContain(`\r\n\r\n${bytes.toString()}\r\n`);
});

test('triage-message: the answer fits its schema, and urgent ones alert', async () => {
  const sorted = { summary: 'Paid twice', topic: 'billing', urgent: true };
  bench.script.next = () => ({ text: JSON.stringify(sorted) });
  replies({ 'POST /chat': {} });
  const { output, asked } = await run('triage-message', { message: 'I paid twice!' });
  expect(output).toEqual(sorted);
  expect(asked).toEqual(['POST /chat {"text": "Urgent (billing): Paid twice"}']);
  expect(bench.models.questions.at(-1)?.body).toContain('I paid twice!');
});

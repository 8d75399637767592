import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import type { CompletionRow } from '../runs/shapes/execution-row';
import type { LogValues } from './schema';

let api: TestApi;
let mill: LoggedWorkspace;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintLoggedWorkspace();
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const span = (change: object) => ({
  id: '1',
  parentId: null,
  blockId: 'a',
  name: 'a',
  type: 'start',
  status: 'success',
  startTime: '2026-01-01T00:00:00.000Z',
  endTime: '2026-01-01T00:00:00.000Z',
  durationMs: 0,
  input: null,
  output: null,
  error: null,
  children: [],
  ...change,
});

const started = (input: unknown, output = '{}'): CompletionRow =>
  mill.run({ traceSpans: JSON.stringify([span({ input, output: input })]), finalOutput: output });

const keyOf = ({ execution, startedAtMs }: CompletionRow) => `${execution.logId}:${startedAtMs}`;

async function ask(rows: readonly CompletionRow[], paths: string, who = mill) {
  const query = new URLSearchParams({ logs: rows.map(keyOf).join(), paths });
  const path = `/api/workspaces/${who.workspaceId}/log-values?${query}`;
  const { status, body } = await api.call('GET', path, who.headers);
  return { status, body, data: body.data as LogValues[] };
}
const valuesOf = async (rows: readonly CompletionRow[], paths: string) =>
  (await ask(rows, paths)).data.map(({ values }) => values);

test('values of inputs and outputs, in the order of the runs and paths', async () => {
  const ada = started({ customer: { id: 'c-7', 'odd key': [1, 2] } }, '{"total":12.5,"ok":true}');
  const none = started({}, '"a text"');
  await mill.record([ada, none]);
  const paths = "input.customer.id,input.customer['odd key'][1],output.total,output.ok,output";
  expect(await valuesOf([none, ada], paths)).toEqual([
    [null, null, null, null, 'a text'],
    ['c-7', '2', '12.5', 'true', '{"total":12.5,"ok":true}'],
  ]);
  expect(await valuesOf([ada], 'input.customer')).toEqual([['{"id":"c-7","odd key":[1,2]}']]);
  expect(await valuesOf([ada], 'input.constructor,output.toString')).toEqual([[null, null]]);
});

test('the input of a run that a request began is the request', async () => {
  const request = { body: { order: 42 }, headers: {} };
  const spans = [span({ type: 'webhook-trigger', input: { path: 'x' }, output: request })];
  const run = mill.run({ traceSpans: JSON.stringify(spans) });
  await mill.record([run]);
  expect(await valuesOf([run], 'input.body.order')).toEqual([['42']]);
});

test('numbers keep their digits, and long values are shown by their beginning', async () => {
  const run = started({ id: 0 }, `{"long":"${'x'.repeat(500)}","exact":9007199254740993}`);
  await mill.record([run]);
  expect(await valuesOf([run], 'output.exact,output.long')).toEqual([
    ['9007199254740993', `${'x'.repeat(200)}…`],
  ]);
});

test('texts that are too large are not read, and an answer has as many logs as fit', async () => {
  const kib = (count: number) => JSON.stringify({ text: 'x'.repeat(count * 1024) });
  const large = started({}, kib(300));
  const small = Array.from({ length: 12 }, () => started({}, kib(200)));
  await mill.record([large, ...small]);
  const asked = [large, ...small];
  const { data } = await ask(asked, 'output.text');
  expect(data[0]).toEqual({ logId: large.execution.logId, isTooLarge: true, values: [null] });
  expect(data).toHaveLength(1 + 10);
  const rest = asked.slice(data.length);
  expect((await ask(rest, 'output.text')).data.map(({ logId }) => logId)).toEqual(
    rest.map(({ execution }) => execution.logId),
  );
  // Inputs are in other texts, which are small.
  expect((await ask(asked, 'input.x')).data).toHaveLength(asked.length);
});

test('logs of another workspace have no values, and strangers get none', async () => {
  const other = await mintLoggedWorkspace();
  const run = started({ secret: 1 });
  await mill.record([run]);
  expect((await ask([run], 'input.secret', other)).data).toEqual([
    { logId: run.execution.logId, isTooLarge: false, values: [null] },
  ]);
  const path = `/api/workspaces/${mill.workspaceId}/log-values?logs=${keyOf(run)}&paths=output`;
  expect((await api.call('GET', path, other.headers)).status).toBe(403);
});

test.each([
  ['paths', { paths: 'total' }, 'Give a path such as input.customer.id or output.total.'],
  ['paths', { paths: 'output.<a' }, 'Give a path such as input.customer.id or output.total.'],
  ['paths', { paths: new Array(9).fill('output').join() }, 'At most 8 values.'],
  ['logs', { logs: 'x' }, 'Give the id of a log and its start in ms, with a colon between.'],
])('%s are checked: %j', async (param, change, message) => {
  const run = mill.run();
  const query = new URLSearchParams({ logs: keyOf(run), paths: 'output', ...change });
  const { status, body } = await api.call(
    'GET',
    `/api/workspaces/${mill.workspaceId}/log-values?${query}`,
    mill.headers,
  );
  expect(status).toBe(400);
  expect(body.errors).toMatchObject([{ message }]);
  expect(JSON.stringify(body.errors)).toContain(param);
});

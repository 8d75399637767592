import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import {
  type LeaseTiming,
  startHeartbeat,
  stopHeartbeat,
  thisProcess,
} from '../../../platform/postgres/process-lease';
import { expectShortTasks } from '../../../platform/testing/expect-short-tasks';
import { forkBundled } from '../../../platform/testing/fork-bundled';
import { writeJson } from '../../../platform/text/json-text';
import { SCOPES, type Scope } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { getLog } from '../../logs/get-log';
import { createWorkflow } from '../../workflows/create-workflow';
import { startWorkQueue, type WorkQueue } from '../queue/work-queue';
import { parkExecution, wakeMissedExecutions } from '../recording/parked-runs';
import { whileRunning } from '../recording/running-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import { type EchoServer, startEchoServer } from '../testing/echo-server';
import { becomeSteady } from '../testing/steady-process';
import { idOfStep } from './called-ids';
import { waitLinks } from './wait-links';

let api: TestApi;
let mill: TestWorkspace;
let echo: EchoServer;
let headers: Record<string, string>;
let queue: WorkQueue;

beforeAll(async () => {
  await pool().query(
    `SELECT runtime.ensure_partitions(now() - interval '1 hour', 2), runtime.ensure_webhook_partitions(now(), 2)`,
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
  echo = await startEchoServer();
  queue = startWorkQueue();
});
afterEach(() => {
  echo.received.length = 0;
});
afterAll(async () => {
  await queue.stop(5_000);
  await echo.close();
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const FILE_PART = '--xx\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\n1\r\n';

type Block = { type: string; config: object; parentId?: string };
/** `a:out>b`: from that port of `a` to `b`. */
async function workflowOf(blocks: Record<string, Block>, edges: string[]): Promise<string> {
  const position = { x: 0, y: 0 };
  const all: Record<string, Block> = { start: { type: 'start', config: {} }, ...blocks };
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(all).map(([id, block]) => [id, { id, name: id, position, ...block }]),
    ),
    edges: edges.map((edge, index) => {
      const [source, sourceHandle, target] = edge.split(/[:>]/);
      return { id: `e${index}`, source, sourceHandle, target };
    }),
  });
  return (await createWorkflow(mill.writer, { ...mill, name: 'Waits', document })).data.id;
}

const answer = (body: string): Block => ({ type: 'response', config: { body } });
const tell = (at: string, value: string): Block => ({
  type: 'api',
  config: { url: `${echo.origin}/${at}`, method: 'POST', body: { kind: 'raw', value } },
});
const told = (at: string) => echo.received.filter(({ url }) => url === `/${at}`);

const run = async (id: string, input: object = { what: 'it' }, query = '') => {
  const answered = await api.call('POST', `/api/v1/workflows/${id}/executions${query}`, headers, { input });
  return { ...answered.body, http: answered.status } as {
    http: number;
    executionId: string;
    output: unknown;
  };
};
const stateOf = async (executionId: string): Promise<string> =>
  String((await api.call('GET', `/api/v1/executions/${executionId}`, headers)).body.status);
const parked = (executionId: string) => expect.poll(() => stateOf(executionId)).toBe('parked');
const post = (url: string, body: unknown) => api.call('POST', new URL(url).pathname, {}, body as object);

async function logged(executionId: string) {
  const read = async () =>
    (await pool().query('SELECT id FROM runtime.log WHERE execution_id = $1', [executionId])).rows;
  await expect.poll(read).toHaveLength(1);
  return (await getLog(mill.owner, (await read())[0].id)).data;
}

/** Moves due times into the past. */
async function makeDue(executionId: string): Promise<void> {
  const past = `now() - interval '1 second'`;
  await pool().query(`UPDATE runtime.execution_wait SET due_at = ${past} WHERE execution_id = $1`, [
    executionId,
  ]);
  await pool().query(`UPDATE runtime.execution SET wake_at = ${past} WHERE id = $1`, [executionId]);
}

const HOUR_MS = 3_600_000;
/** Moves the start of the waits back by an hour. */
async function makeOlder(executionId: string): Promise<void> {
  const hourAgo = `started_at - interval '1 hour'`;
  await pool().query(`UPDATE runtime.execution_wait SET started_at = ${hourAgo} WHERE execution_id = $1`, [
    executionId,
  ]);
}

const linksOf = (executionId: string, step = 'ask') => waitLinks(idOfStep('wait', executionId, step));
const APPROVAL = {
  type: 'wait',
  config: {
    kind: 'approval',
    title: 'Approve <start.what>',
    fields: [
      { name: 'note', required: true },
      { name: 'amount', type: 'number' },
    ],
  },
};
const approvalFlow = () =>
  workflowOf(
    {
      ask: APPROVAL,
      mail: tell('mail', '<ask.url>'),
      yes: answer('{"decision": "<ask.decision>", "data": <ask.data>}'),
      no: answer('{"decision": "<ask.decision>"}'),
      late: answer('"too late"'),
    },
    ['start:out>ask', 'ask:waiting>mail', 'ask:approved>yes', 'ask:rejected>no', 'ask:expired>late'],
  );

test('a short wait is waited out, and its caller gets the answer', async () => {
  const id = await workflowOf(
    { pause: { type: 'wait', config: { amount: '0.2' } }, done: answer('"rested"') },
    ['start:out>pause', 'pause:out>done'],
  );
  expect(await run(id)).toMatchObject({ http: 200, output: 'rested' });
});

test('a long wait parks the run: its caller gets 202, and it goes on where it was', async () => {
  const id = await workflowOf(
    {
      first: tell('first', 'x'),
      pause: { type: 'wait', config: { amount: '3', unit: 'days' } },
      second: tell('second', 'y'),
      done: answer('{"until": "<pause.until>", "n": <start.n>}'),
    },
    ['start:out>first', 'first:out>pause', 'pause:out>second', 'second:out>done'],
  );
  const begunMs = Date.now();
  const { http, executionId } = await run(id, { n: 7 });
  expect(http).toBe(202);
  await parked(executionId);
  const { rows } = await pool().query('SELECT owner, wake_at FROM runtime.execution WHERE id = $1', [
    executionId,
  ]);
  const parkedMs = Date.now();
  expect(rows[0].owner).toBeNull();
  expect(rows[0].wake_at.getTime()).toBeGreaterThanOrEqual(begunMs + 3 * 86_400_000);
  expect(rows[0].wake_at.getTime()).toBeLessThanOrEqual(parkedMs + 3 * 86_400_000);
  // The run goes on with the document that it began with.
  await pool().query(`UPDATE workflow SET document = '{"blocks": {}, "edges": []}' WHERE id = $1`, [id]);
  await makeOlder(executionId);
  await makeDue(executionId);
  const { executionData, startedAt, totalDurationMs, waitedMs } = await logged(executionId);
  expect(executionData.finalOutput).toMatchObject({ n: 7 });
  expect(waitedMs).toBeGreaterThan(0);
  expect(waitedMs).toBeLessThanOrEqual(totalDurationMs);
  const pause = executionData.traceSpans.find(({ blockId }) => blockId === 'pause');
  expect(Date.parse(pause?.startTime ?? '')).toBeGreaterThanOrEqual(begunMs - 3_600_000);
  expect(Date.parse(pause?.startTime ?? '')).toBeLessThanOrEqual(parkedMs - 3_600_000);
  expect(pause?.durationMs).toBeGreaterThan(3_600_000);
  expect([told('first').length, told('second').length]).toEqual([1, 1]);
  expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(begunMs);
  expect(Date.parse(startedAt)).toBeLessThanOrEqual(parkedMs);
});

test('the link is there while it waits; an approval goes on with what was filled in, once', async () => {
  const { http, executionId } = await run(await approvalFlow(), { what: 'the order' });
  expect(http).toBe(202);
  await parked(executionId);
  const [mail] = told('mail');
  const { url, callbackUrl } = linksOf(executionId);
  await makeOlder(executionId);
  expect(mail?.body.toString()).toBe(url);
  const page = await api.call('GET', new URL(callbackUrl).pathname, {});
  expect(page.body).toMatchObject({ kind: 'approval', title: 'Approve the order', state: 'open' });
  const missing = await post(callbackUrl, { decision: 'approved', data: { amount: 'many' } });
  expect(missing).toMatchObject({ status: 400, body: { errors: [{ param: 'note' }, { param: 'amount' }] } });
  const data = { note: 'fine', amount: 3 };
  const approved = await post(callbackUrl, { decision: 'approved', data });
  expect(approved.body).toMatchObject({ state: 'answered', decision: 'approved' });
  const second = await post(callbackUrl, { decision: 'rejected' });
  expect([second.status, second.body.detail]).toEqual([409, 'This was approved before. A link works once.']);
  const { executionData, totalDurationMs, waitedMs } = await logged(executionId);
  expect(executionData.finalOutput).toEqual({ decision: 'approved', data });
  const ask = executionData.traceSpans.find(({ blockId }) => blockId === 'ask');
  expect(ask?.durationMs).toBeGreaterThan(HOUR_MS);
  // The run itself began just now, and can't have waited for longer than it took.
  expect(waitedMs).toBeGreaterThan(0);
  expect(waitedMs).toBeLessThanOrEqual(totalDurationMs);
  expect(told('mail')).toHaveLength(1);
  expect((await post(callbackUrl, { decision: 'rejected' })).status).toBe(409);
});

test('a rejection and an expiry take ports of their own', async () => {
  const id = await approvalFlow();
  const { executionId: rejected } = await run(id);
  await parked(rejected);
  expect((await post(linksOf(rejected).callbackUrl, { decision: 'rejected' })).status).toBe(200);
  expect((await logged(rejected)).executionData.finalOutput).toEqual({ decision: 'rejected' });
  const { executionId: expired } = await run(id);
  await parked(expired);
  await makeDue(expired);
  expect((await logged(expired)).executionData.finalOutput).toEqual({ value: 'too late' });
  const late = await post(linksOf(expired).callbackUrl, { decision: 'approved', data: { note: 'x' } });
  expect([late.status, late.body.detail]).toEqual([409, 'This link has expired.']);
});

test.each([
  ['JSON of any kind', 'POST', 'application/json', '[{"a": 1}, null]', [{ a: 1 }, null]],
  ['a form', 'POST', 'application/x-www-form-urlencoded', 'CallStatus=done&To=%2B1&To=2', undefined],
  ['text', 'POST', 'text/plain; charset=utf-8', 'done: ü', 'done: ü'],
  ['XML', 'POST', 'application/xml', '<ok/>', '<ok/>'],
  ['a PUT', 'PUT', 'application/vnd.api+json', '{"n": 9007199254740993}', undefined],
  ['JSON without a type', 'POST', '', '{"n": 1}', { n: 1 }],
  ['nothing', 'POST', '', '', {}],
])('a callback takes %s', async (what, method, type, body, expected) => {
  const id = await workflowOf(
    { ask: { type: 'wait', config: { kind: 'callback' } }, done: answer('{"data": <ask.data>}') },
    ['start:out>ask', 'ask:out>done'],
  );
  const { executionId } = await run(id, {}, '?mode=async');
  await parked(executionId);
  const url = new URL(new URL(linksOf(executionId).callbackUrl).pathname, api.origin);
  const answered = await fetch(url, {
    method,
    headers: { 'content-type': type },
    body: new TextEncoder().encode(body),
  });
  expect([what, answered.status]).toEqual([what, 200]);
  const { finalOutput } = (await logged(executionId)).executionData;
  const shown = writeJson(finalOutput);
  if (expected !== undefined) expect(JSON.parse(shown)).toEqual({ data: expected });
  else
    expect(shown).toBe(
      method === 'PUT' ? '{"data":{"n":9007199254740993}}' : '{"data":{"CallStatus":"done","To":["+1","2"]}}',
    );
});

test('an approval takes a form as its fields, and broken JSON leaves the wait open', async () => {
  const { executionId } = await run(await approvalFlow());
  await parked(executionId);
  const url = new URL(new URL(linksOf(executionId).callbackUrl).pathname, api.origin);
  const send = (type: string, body: string) =>
    fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  for (const [type, body] of [
    ['application/json', '{"decision": '],
    ['text/plain', 'approved'],
  ] as const)
    expect((await send(type, body)).status).toBe(400);
  expect((await send('application/x-www-form-urlencoded', 'decision=rejected')).status).toBe(200);
  expect((await logged(executionId)).executionData.finalOutput).toEqual({ decision: 'rejected' });
});

test('of many answers at once one counts', async () => {
  const { executionId } = await run(await approvalFlow());
  await parked(executionId);
  const { callbackUrl } = linksOf(executionId);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(callbackUrl, { decision: 'rejected' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  await logged(executionId);
});

test('links that we did not make are not valid, whatever their id', async () => {
  const { callbackUrl } = linksOf('019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10');
  const other = linksOf('019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d11').callbackUrl;
  const forged = `${callbackUrl.split('.').slice(0, -1).join('.')}.${other.split('.').at(-1)}`;
  for (const link of [callbackUrl, forged, callbackUrl.slice(0, -1), 'http://localhost/api/v1/waits/x'])
    for (const method of ['GET', 'POST'] as const)
      expect(
        (await api.call(method, new URL(link).pathname, {}, method === 'POST' ? {} : undefined)).status,
      ).toBe(404);
});

test('who has no link is refused before the answer is read', async () => {
  const socket = connect(Number(new URL(api.origin).port), '127.0.0.1');
  socket.write('POST /api/v1/waits/nope HTTP/1.1\r\nhost: here\r\ncontent-length: 1000000\r\n\r\n');
  const [head] = (await once(socket.setEncoding('latin1'), 'data')) as [string];
  socket.destroy();
  expect(head).toMatch(/^HTTP\/1.1 404 /);
});

test.each([
  ['40,000 times one name', 'a&'.repeat(40_000), 'application/x-www-form-urlencoded', 404],
  ['14,000 parts', `${FILE_PART.repeat(14_000)}--xx--`, 'multipart/form-data; boundary=xx', 404],
])('a form of %s is refused in short turns, with a link and without', async (_, body, type, status) => {
  const { executionId } = await run(await approvalFlow());
  await parked(executionId);
  const send = (path: string) =>
    fetch(api.origin + path, { method: 'POST', body, headers: { 'content-type': type } });
  const { pathname } = new URL(linksOf(executionId).callbackUrl);
  await expectShortTasks(async () => expect((await send('/api/v1/waits/nope')).status).toBe(status), {
    mostMs: 100,
  });
  await expectShortTasks(async () => expect((await send(pathname)).status).toBe(413), { mostMs: 100 });
  await post(linksOf(executionId).callbackUrl, { decision: 'rejected' });
  await logged(executionId);
});

test('an answer is in the charset that its sender says, or the wait stays open', async () => {
  const id = await workflowOf(
    { ask: { type: 'wait', config: { kind: 'callback' } }, done: answer('<ask.data>') },
    ['start:out>ask', 'ask:out>done'],
  );
  const latin1 = Buffer.from('n=caf%E9 \xe9', 'latin1');
  for (const [type, refused, taken, expected] of [
    [
      'application/x-www-form-urlencoded',
      null,
      'application/x-www-form-urlencoded; charset=latin1',
      { n: 'café é' },
    ],
    ['text/plain', 400, 'text/plain; charset=latin1', { value: 'n=caf%E9 é' }],
    ['application/json', 400, 'text/plain; charset=windows-1252', { value: 'n=caf%E9 é' }],
  ] as const) {
    const { executionId } = await run(id, {}, '?mode=async');
    await parked(executionId);
    const url = api.origin + new URL(linksOf(executionId).callbackUrl).pathname;
    const send = async (contentType: string, headers = {}) =>
      (
        await fetch(url, {
          method: 'POST',
          body: latin1,
          headers: { 'content-type': contentType, ...headers },
        })
      ).status;
    expect(await send(taken, { 'content-encoding': 'gzip' })).toBe(415);
    if (refused !== null) expect([type, await send(type)]).toEqual([type, refused]);
    expect(await send(taken)).toBe(200);
    expect((await logged(executionId)).executionData.finalOutput).toEqual(expected);
  }
});

test('of the files of a form an answer has name, type and size', async () => {
  const id = await workflowOf(
    { ask: { type: 'wait', config: { kind: 'callback' } }, done: answer('<ask.data>') },
    ['start:out>ask', 'ask:out>done'],
  );
  const { executionId } = await run(id, {}, '?mode=async');
  await parked(executionId);
  const form = new FormData();
  form.append('note', 'ü');
  form.append('scan', new Blob([new Uint8Array([0xff, 0xfe])], { type: 'image/png' }), 'a.png');
  const url = api.origin + new URL(linksOf(executionId).callbackUrl).pathname;
  expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200);
  expect((await logged(executionId)).executionData.finalOutput).toEqual({
    note: 'ü',
    scan: { name: 'a.png', contentType: 'image/png', size: 2 },
  });
});

test('a cancelled run that is parked ends at once, and its log has what it had done', async () => {
  const { executionId } = await run(await approvalFlow());
  await parked(executionId);
  await makeOlder(executionId);
  await api.call('POST', `/api/v1/executions/${executionId}/cancel`, headers, {});
  const { executionData, totalDurationMs, waitedMs, status } = await logged(executionId);
  expect([status, executionData.error?.code]).toEqual(['cancelled', 'CANCELLED']);
  expect(executionData.traceSpans.map(({ name, status }) => [name, status])).toEqual([
    ['start', 'success'],
    ['mail', 'success'],
    ['ask', 'cancelled'],
  ]);
  expect(executionData.traceSpans[2]?.durationMs).toBeGreaterThan(HOUR_MS);
  expect([totalDurationMs > HOUR_MS, waitedMs > HOUR_MS - patient(60_000)]).toEqual([true, true]);
  const late = await post(linksOf(executionId).callbackUrl, { decision: 'rejected' });
  expect([late.status, late.body.detail]).toEqual([409, 'The run that waited for this has ended.']);
});

test('a run that is stopped while a loop waits has that in its log, in its loop', async () => {
  const id = await workflowOf(
    {
      each: { type: 'loop', config: { items: '<start.items>' } },
      first: { type: 'function', config: { code: 'return 1' }, parentId: 'each' },
      ask: { type: 'wait', config: { kind: 'callback' }, parentId: 'each' },
    },
    ['start:out>each', 'first:out>ask'],
  );
  const { executionId } = await run(id, { items: ['a', 'b'] });
  await parked(executionId);
  await api.call('POST', `/api/v1/executions/${executionId}/cancel`, headers, {});
  const [, each] = (await logged(executionId)).executionData.traceSpans;
  expect(each).toMatchObject({ blockId: 'each', type: 'loop', status: 'cancelled' });
  expect(each?.children.map(({ id: step, iteration, status }) => [step, iteration, status])).toEqual([
    ['first@each:0', 0, 'success'],
    ['ask@each:0', 0, 'cancelled'],
  ]);
});

test('waits in the iterations of a parallel are answered one by one, in any order', async () => {
  const id = await workflowOf(
    {
      all: { type: 'parallel', config: { items: '<start.items>', result: '<ask.data>', concurrency: 3 } },
      ask: { type: 'wait', config: { kind: 'callback', title: '<parallel.item>' }, parentId: 'all' },
      done: answer('<all.results>'),
    },
    ['start:out>all', 'all:out>done'],
  );
  const { executionId } = await run(id, { items: ['a', 'b', 'c'] });
  for (const index of [2, 0, 1]) {
    await parked(executionId);
    const { callbackUrl } = linksOf(executionId, `ask@all:${index}`);
    expect((await post(callbackUrl, { n: index })).body).toMatchObject({ state: 'answered' });
  }
  const { finalOutput } = (await logged(executionId)).executionData;
  expect(finalOutput).toEqual({ value: [{ n: 0 }, { n: 1 }, { n: 2 }] });
});

test('an answer that comes while something else still works is taken up then', async () => {
  const id = await workflowOf(
    {
      ask: { type: 'wait', config: { kind: 'callback' } },
      pause: { type: 'wait', config: { amount: '2' } },
      done: answer('<ask.data>'),
    },
    ['start:out>ask', 'ask:waiting>pause', 'ask:out>done'],
  );
  const { executionId } = await run(id, {}, '?mode=async');
  const { callbackUrl } = linksOf(executionId);
  const isThere = async () => (await api.call('GET', new URL(callbackUrl).pathname, {})).status;
  await expect.poll(isThere).toBe(200);
  await post(callbackUrl, { came: 'early' });
  expect((await logged(executionId)).executionData.finalOutput).toEqual({ came: 'early' });
});

/** Calls a workflow that waits for an approval, and answers with what that answers. */
const callingFlow = async (): Promise<string> =>
  workflowOf(
    {
      call: {
        type: 'workflow',
        config: { workflowId: await approvalFlow(), input: [{ name: 'what', value: '<start.what>' }] },
      },
      done: answer('<call.data>'),
    },
    ['start:out>call', 'call:out>done'],
  );

test('a run whose called workflow waits is parked too, and goes on when that has ended', async () => {
  const { executionId, http } = await run(await callingFlow(), { what: 'it' });
  expect(http).toBe(202);
  const childId = idOfStep('call', executionId, 'call');
  await parked(childId);
  await parked(executionId);
  await post(linksOf(childId).callbackUrl, { decision: 'rejected' });
  expect((await logged(executionId)).executionData.finalOutput).toEqual({ decision: 'rejected' });
  expect((await logged(childId)).parentExecutionId).toBe(executionId);
});

test('a called run that ends while its caller is being let go wakes the caller', async () => {
  const { executionId } = await run(await callingFlow(), { what: 'it' });
  const childId = idOfStep('call', executionId, 'call');
  await parked(childId);
  await parked(executionId);
  await pool().query(
    `UPDATE runtime.execution SET state = 'running', owner = $2, awaits = NULL WHERE id = $1`,
    [executionId, thisProcess().id],
  );
  const row = { executionId, isSealed: true } as ExecutionRow;
  await whileRunning(row, async () => {
    await parkExecution(row, { wakeAtMs: null, awaits: [childId] });
    await post(linksOf(childId).callbackUrl, { decision: 'rejected' });
    await logged(childId);
    return { kind: 'parked' };
  });
  expect((await logged(executionId)).executionData.finalOutput).toEqual({ decision: 'rejected' });
});

test('a run that was missed between an answer and its waking is woken by the sweep', async () => {
  const { executionId } = await run(await approvalFlow());
  await parked(executionId);
  await wakeMissedExecutions();
  expect(await stateOf(executionId)).toBe('parked');
  await pool().query(
    `UPDATE runtime.execution_wait SET due_at = now() - interval '1 second', answered_at = now()
      WHERE execution_id = $1`,
    [executionId],
  );
  await wakeMissedExecutions();
  expect((await logged(executionId)).executionData.finalOutput).toEqual({ value: 'too late' });
});

test('what a parked run waits for is told; the link only to who may run workflows', async () => {
  const { executionId } = await run(await approvalFlow());
  await parked(executionId);
  const waitsFor = async (scope: Scope) => {
    const choice = { name: 's', scopes: [scope], workspaceIds: [mill.workspaceId], expiresAt: null };
    const key = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
    return (await api.call('GET', `/api/v1/executions/${executionId}`, key)).body.waits;
  };
  const wait = { blockId: 'ask', dueAt: expect.any(String) };
  expect(await waitsFor('workflows:run')).toEqual([{ ...wait, url: linksOf(executionId).url }]);
  expect(await waitsFor('logs:read')).toEqual([{ ...wait, url: null }]);
  await post(linksOf(executionId).callbackUrl, { decision: 'rejected' });
  await logged(executionId);
});

test('kill -9 while a run waits changes nothing: another process goes on where it stood', async () => {
  const timing: LeaseTiming = {
    heartbeatMs: 400,
    leaseMs: patient(3_000),
    gapMs: patient(1_200),
    freeConnections: 2,
  };
  const child = forkBundled(path.resolve(import.meta.dirname, '../testing/isolated-process.ts'), [
    JSON.stringify(timing),
  ]);
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  const start = await fetch(`${origin}/api/v1/workflows/${await approvalFlow()}/executions`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"input": {"what": "it"}}',
  });
  const { executionId } = (await start.json()) as { executionId: string };
  expect(start.status).toBe(202);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await post(linksOf(executionId).callbackUrl, { decision: 'approved', data: { note: 'alive' } });
  expect((await logged(executionId)).executionData.finalOutput).toMatchObject({ data: { note: 'alive' } });
  expect(told('mail')).toHaveLength(1);
});

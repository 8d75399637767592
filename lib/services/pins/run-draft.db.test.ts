import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TraceSpan } from '../../core/engine/trace-span';
import { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { expectOutcomes } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getLog } from '../logs/get-log';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import type { RunResult } from '../runs/schema';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { savePin } from './pins';
import { type DraftRun, runDraft } from './run-draft';

let mill: TestWorkspace;
let server: Server;
let origin: string;
let queue: WorkQueue;
let connections = 0;
let asked: string[] = [];

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  queue = startWorkQueue();
  server = createServer((request, response) => {
    asked.push(String(request.url));
    response.setHeader('content-type', 'application/json');
    response.setHeader('connection', 'close');
    response.end(JSON.stringify({ from: request.url, token: request.headers['x-token'] }));
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  asked = [];
  connections = 0;
});
afterAll(async () => {
  await queue.stop(5_000);
  server.closeAllConnections();
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

interface Block {
  type: string;
  config?: object;
  parentId?: string;
}
const api = (path: string, more: object = {}): Block => ({
  type: 'api',
  config: { url: `${origin}${path}`, ...more },
});
const answer = (body: string): Block => ({ type: 'response', config: { body } });

/** Creates a workflow; the edge `a:out>b` goes from that port of `a` to `b`. */
async function workflowOf(blocks: Record<string, Block>, edges: string[]): Promise<string> {
  const all: Record<string, Block> = { start: { type: 'start' }, ...blocks };
  const document = WorkflowDocument.parse({
    blocks: Object.fromEntries(
      Object.entries(all).map(([id, { config = {}, ...block }]) => [
        id,
        { id, name: id, position: { x: 0, y: 0 }, config, ...block },
      ]),
    ),
    edges: edges.map((edge, index) => {
      const [source, sourceHandle, target] = edge.split(/[:>]/);
      return { id: `e${index}`, source, sourceHandle, target };
    }),
  });
  return (await createWorkflow(mill.writer, { ...mill, name: 'W', document })).data.id;
}

const pin = (id: string, blockId: string, output: Record<string, unknown>) =>
  savePin(mill.writer, { id, blockId, output, source: 'typed' });

const context = { signal: new AbortController().signal, header: () => null, requestId: 'r', traceId: 't' };
const run = async (id: string, asks: Partial<DraftRun> = {}, actor = mill.writer) =>
  (await runDraft(
    actor,
    { id, input: {}, pins: 'use', outputs: {}, ...asks },
    context as never,
  )) as RunResult;
const refusal = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

async function spansOf(logId: string): Promise<TraceSpan[]> {
  const { data } = await getLog(mill.reader, logId);
  return parseExact(writeJson(data.executionData.traceSpans)) as TraceSpan[];
}
/** Returns `a success`, `b success pinned`, in the order the blocks ended. */
const told = async ({ logId }: RunResult) =>
  (await spansOf(logId)).map(
    ({ blockId, status, pinned }) => `${blockId} ${status}${pinned ? ' pinned' : ''}`,
  );

const line = () =>
  workflowOf({ a: api('/a'), b: api('/b?of=<a.data.from>'), r: answer('<b.data.from>') }, [
    'start:out>a',
    'a:out>b',
    'b:out>r',
  ]);

test('a pinned block is not executed: later blocks get its output, and the log says so', async () => {
  const id = await line();
  await pin(id, 'a', { status: 200, data: { from: 'pinned' } });
  const answered = await run(id);
  expect(answered).toMatchObject({ status: 'success', output: '/b?of=pinned' });
  expect(asked).toEqual(['/b?of=pinned']);
  expect(await told(answered)).toEqual(['start success', 'a success pinned', 'b success', 'r success']);
});

test('no other run takes pins', async () => {
  const id = await line();
  await pin(id, 'a', { status: 200, data: { from: 'pinned' } });
  const answered = await runByHand(mill.writer, { workflowId: id, input: {}, version: 'draft' });
  expect(answered.output).toBe('/b?of=%2Fa');
  expect(asked).toEqual(['/a', '/b?of=%2Fa']);
});

test('a pinned error leaves by the error port; a pinned condition by the branch it names', async () => {
  const id = await workflowOf(
    {
      a: api('/a'),
      caught: {
        type: 'transform',
        config: { fields: [{ name: 'v', type: 'any', value: '<a.error.code>' }] },
      },
      c: { type: 'condition', config: { branches: [{ id: 'if', label: 'If', expression: 'true' }] } },
      yes: answer('yes'),
      no: answer('<caught.result.v>'),
    },
    ['start:out>a', 'a:error>caught', 'caught:out>c', 'c:if>yes', 'c:else>no'],
  );
  await pin(id, 'a', { error: { code: 'TIMEOUT', message: 'Too slow.' } });
  expect(await run(id)).toMatchObject({ status: 'success', output: 'yes' });
  await pin(id, 'c', { branch: 'else' });
  expect(await run(id)).toMatchObject({ status: 'success', output: 'TIMEOUT' });
  expect(connections).toBe(0);
});

test('until a block: what lies behind it, and beside the way to it, is skipped', async () => {
  const id = await workflowOf({ a: api('/a'), b: api('/b'), c: api('/c'), beside: api('/beside') }, [
    'start:out>a',
    'start:out>beside',
    'a:out>b',
    'b:out>c',
  ]);
  const answered = await run(id, { until: 'b' });
  expect(answered).toMatchObject({ status: 'success', output: { data: { from: '/b' } } });
  expect(asked).toEqual(['/a', '/b']);
  expect(await told(answered)).toEqual(
    expect.arrayContaining(['a success', 'b success', 'c skipped', 'beside skipped']),
  );
});

test('from a block: pins stand in for what comes before, else the last outputs', async () => {
  const id = await line();
  const without = refusal(run(id, { from: 'b' }));
  expect(await without).toBe('“a” has no output yet. Run it, or pin an output.');
  const outputs = { a: { status: 200, data: { from: 'last' } } };
  const answered = await run(id, { from: 'b', outputs });
  expect(answered).toMatchObject({ status: 'success', output: '/b?of=last' });
  expect(asked).toEqual(['/b?of=last']);
  expect((await spansOf(answered.logId)).find(({ blockId }) => blockId === 'a')).toMatchObject({
    status: 'success',
    durationMs: expect.any(Number),
    warnings: ['It did not run: its last output stands in for it.'],
  });
  await pin(id, 'a', { status: 200, data: { from: 'pinned' } });
  expect(await run(id, { from: 'b', until: 'b', outputs })).toMatchObject({
    output: { data: { from: '/b?of=pinned' } },
  });
});

test('a last output that lacks a needed secret is refused; a pin takes its place', async () => {
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 's3cr3t-value' });
  const id = await workflowOf(
    {
      a: api('/a', { headers: [{ key: 'x-token', value: '{{TOKEN}}' }] }),
      b: api('/b?of=<a.data.token>'),
    },
    ['start:out>a', 'a:out>b'],
  );
  const outputs = { a: { status: 200, data: { token: '{{TOKEN}}' } } };
  expect(await refusal(run(id, { from: 'b', outputs }))).toMatch(
    /“b” needs a value of “a” that the log does not hold, because it is secret\. Pin its output first\./,
  );
  await pin(id, 'a', { status: 200, data: { token: 'made-up' } });
  expect(await run(id, { from: 'b', outputs })).toMatchObject({ status: 'success' });
  expect(asked).toEqual(['/b?of=made-up']);
});

test('with pins only no connection is opened; what has no pin is named before anything runs', async () => {
  const id = await workflowOf(
    {
      a: api('/a'),
      each: { type: 'loop', config: { kind: 'count', count: 3, result: '<b.data.from>' } },
      b: { ...api('/b'), parentId: 'each' },
      w: { type: 'wait', config: { kind: 'duration', amount: '1', unit: 'days' } },
      off: api('/off'),
      r: answer('<each.results>'),
    },
    ['start:out>a', 'a:out>each', 'each:out>w', 'w:out>r'],
  );
  const unpinned = run(id, { pins: 'only' });
  await expect(unpinned).rejects.toMatchObject({ status: 409, issues: [{ param: 'pins' }] });
  await expect(run(id, { from: 'api' })).rejects.toMatchObject({
    status: 409,
    issues: [{ param: 'from', message: expect.stringContaining('`outputs`'), docs: expect.any(String) }],
  });
  await expect(run(id, { until: 'api' })).rejects.toMatchObject({ issues: [{ param: 'until' }] });
  expect(await refusal(unpinned)).toMatch(/These blocks are not pinned: “a”, “b”,? and “w”/);
  await pin(id, 'a', { status: 200, data: {} });
  await pin(id, 'b', { status: 200, data: { from: 'mock' } });
  expect(await refusal(run(id, { pins: 'only' }))).toMatch(/This block is not pinned: “w”/);
  const logs = 'SELECT 1 FROM runtime.log WHERE workflow_id = $1';
  expect((await pool().query(logs, [id])).rows).toEqual([]);
  await pin(id, 'w', { until: null });
  const answered = await run(id, { pins: 'only' });
  expect(answered).toMatchObject({ status: 'success', output: ['mock', 'mock', 'mock'] });
  expect(connections).toBe(0);
  const each = (await spansOf(answered.logId)).find(({ blockId }) => blockId === 'each');
  expect(each?.children.map(({ id: step, pinned }) => [step, pinned])).toEqual([
    ['b@each:0', true],
    ['b@each:1', true],
    ['b@each:2', true],
  ]);
});

test('a run that ends within a loop goes through its iterations up to that block', async () => {
  const id = await workflowOf(
    {
      each: { type: 'loop', config: { kind: 'count', count: 2, result: '<c.data.from>' } },
      b: { ...api('/b<loop.index>'), parentId: 'each' },
      c: { ...api('/c'), parentId: 'each' },
      d: api('/d'),
    },
    ['start:out>each', 'b:out>c', 'each:out>d'],
  );
  expect(await run(id, { until: 'b' })).toMatchObject({ status: 'success' });
  expect(asked).toEqual(['/b0', '/b1']);
});

test('pins hold when the run is parked and goes on later', async () => {
  const id = await workflowOf(
    {
      w: { type: 'wait', config: { kind: 'duration', amount: '1', unit: 'days' } },
      b: api('/b'),
      c: api('/c?of=<b.data.from>'),
      d: api('/d'),
    },
    ['start:out>w', 'w:out>b', 'b:out>c', 'c:out>d'],
  );
  await pin(id, 'b', { status: 200, data: { from: 'pinned' } });
  await run(id, { until: 'c' });
  const past = `now() - interval '1 second'`;
  const mine = 'SELECT id FROM runtime.execution WHERE workflow_id = $1';
  await pool().query(`UPDATE runtime.execution_wait SET due_at = ${past} WHERE execution_id IN (${mine})`, [
    id,
  ]);
  await pool().query(`UPDATE runtime.execution SET wake_at = ${past} WHERE workflow_id = $1`, [id]);
  const read = async () =>
    (await pool().query<{ id: string }>('SELECT id FROM runtime.log WHERE workflow_id = $1', [id])).rows;
  await expect.poll(read).toHaveLength(1);
  expect(asked).toEqual(['/c?of=pinned']);
  const [log] = await read();
  const spans = await spansOf(String(log?.id));
  expect(spans.find(({ blockId }) => blockId === 'b')).toMatchObject({ pinned: true });
  expect(spans.find(({ blockId }) => blockId === 'd')).toMatchObject({ status: 'skipped' });
});

test('a pinned trigger begins the run that goes on from it', async () => {
  const id = await workflowOf({ hook: { type: 'webhook-trigger' }, r: answer('<hook.body.n>') }, [
    'hook:out>r',
  ]);
  expect(await refusal(run(id, { from: 'hook' }))).toMatch(/“hook” has no output yet\. Pin one/);
  await pin(id, 'hook', { body: { n: 7 }, headers: {}, query: {}, method: 'POST' });
  expect(await run(id, { from: 'hook' })).toMatchObject({ status: 'success', output: 7 });
  expect(await run(id, { until: 'r' })).toMatchObject({ status: 'success', output: 7 });
});

test('who may run the draft', async () => {
  const id = await line();
  await expectOutcomes(mill, (actor) => run(id, {}, actor), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  expect(await refusal(run(id, { from: 'gone' }))).toMatch(/was deleted/);
});

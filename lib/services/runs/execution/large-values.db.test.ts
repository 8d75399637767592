import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { TraceSpan } from '../../../core/engine/trace-span';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { writeJson } from '../../../platform/text/json-text';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../../workflows/create-workflow';
import { isolatedPool } from '../isolated/isolated-pool';
import { LargeInput } from '../isolated/large-input';
import { readJournal } from '../journal/read-journal';
import { startWorkQueue } from '../queue/work-queue';
import { cancelExecution, getExecution } from '../reading/get-execution';
import { runningExecutions } from '../recording/running-executions';
import type { WaitedEnd } from '../shapes/run-end';
import { eventsOf } from '../starting/answers';
import { runToEnd } from '../starting/start-run';
import { type LargeAnswers, startLargeAnswers } from '../testing/large-answers';
import { expectLoopFree } from '../testing/loop-hold';
import { admittedByHand, queueByHand, runByHand } from '../testing/run-by-hand';

vi.setConfig({ testTimeout: patient(120_000) });

const ROOM = { roomFor: async () => () => {} };
const MB = 1_000_000;
/** Just small enough to be worked on in this process: so many values, or so many characters. */
const SMALL_LIST = 45_000;
const SMALL_TEXT = 900_000;

let remote: LargeAnswers;
let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
  remote = await startLargeAnswers();
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  remote.stop();
  isolatedPool().close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

interface TestBlock {
  type?: string;
  config: Record<string, unknown>;
  after: string[];
}

/** Start, then these blocks by name. */
async function workflowOf(blocks: Record<string, TestBlock>): Promise<string> {
  const position = { x: 0, y: 0 };
  const document: WorkflowDocument = {
    blocks: { s: { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} } },
    edges: [],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
  for (const [name, { type = 'api', config, after }] of Object.entries(blocks)) {
    document.blocks[name] = { id: name, type, name, position, enabled: true, config };
    for (const source of after)
      document.edges.push({
        id: source + name,
        source,
        sourceHandle: 'out',
        target: name,
        targetHandle: 'in',
      });
  }
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'Large', document });
  return data.id;
}

const api = (url: string, config: Record<string, unknown> = {}): TestBlock => ({
  config: { url: remote.origin + url, ...config },
  after: ['s'],
});

test('an answer with more values than a run can hold is refused in words, and nothing stalls', async () => {
  const listing = (count: number) => workflowOf({ api: api(`/list?n=${count}`) });
  const [workflowId, smallId] = [await listing(3.3 * MB), await listing(SMALL_LIST)];
  const work = async () => {
    const answers = await Promise.all([1, 2].map(() => runByHand(mill.writer, { workflowId, input: {} })));
    for (const { error } of answers)
      expect(error).toMatchObject({ code: 'RESPONSE_TOO_COMPLEX', blockId: 'api' });
  };
  const small = async () => {
    expect(await runByHand(mill.writer, { workflowId: smallId, input: {} })).toMatchObject({ error: null });
  };
  // It would only be parsed, which is half of what is done with a small one.
  await expectLoopFree(work, { small, times: (3.3 * MB) / SMALL_LIST / 2 });
});

test('a list of many pages moves on when it is large, and asks for no page twice', async () => {
  const listing = (each: number, maxItems: number) =>
    workflowOf({
      list: api(`/pages?n=${each}&of=5`, { pagination: { kind: 'page', maxItems, onLimit: 'keep' } }),
      answer: { type: 'response', config: { body: '<list.data.length>' }, after: ['list'] },
    });
  const [workflowId, smallId] = [await listing(30_000, 100_000), await listing(SMALL_LIST / 5, 100_000)];
  const work = async () => {
    const before = (await remote.asked()).length;
    const { output, error } = await runByHand(mill.writer, { workflowId, input: {} });
    expect({ output, error }).toEqual({ output: 100_000, error: null });
    const pages = (await remote.asked()).slice(before).filter((path) => path === '/pages');
    expect(pages).toHaveLength(4);
  };
  const small = async () => {
    expect(await runByHand(mill.writer, { workflowId: smallId, input: {} })).toMatchObject({ error: null });
  };
  await expectLoopFree(work, { small, times: 100_000 / SMALL_LIST });
});

test('a large answer is parsed, masked and logged while nothing stands still', async () => {
  await setVariable(mill.admin, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 'a-secret-value' });
  const headers = [{ key: 'X-Token', value: '{{TOKEN}}', enabled: true }];
  const answering = (values: number, characters: number) =>
    workflowOf({
      list: api(`/list?n=${values}`, { headers }),
      text: api(`/text?n=${characters}`, { headers }),
      answer: {
        type: 'response',
        config: { body: '{"length": <list.data.length>, "text": <text.data>}' },
        after: ['list', 'text'],
      },
    });
  const workflowId = await answering(0.9 * MB, 9 * MB);
  const smallId = await answering(SMALL_LIST, SMALL_TEXT);
  const ends: WaitedEnd[] = [];
  const work = async () => {
    ends.push(await runToEnd(await admittedByHand(mill.writer, { workflowId, input: {} })));
  };
  const small = async () => {
    expect(await runByHand(mill.writer, { workflowId: smallId, input: {} })).toMatchObject({ error: null });
  };
  await expectLoopFree(work, { small, times: (9 * MB) / SMALL_TEXT });
  const [end] = ends;
  if (end?.kind !== 'large') throw new Error('The run ended on the event loop.');
  const { status, logId } = JSON.parse(Buffer.from(end.answer).toString());
  expect(status).toBe('success');
  const { traceSpans, finalOutput } = (await getLog(mill.reader, logId, {}, ROOM)).data.executionData;
  const { length, text } = JSON.parse(writeJson(finalOutput));
  expect(length).toBe(0.9 * MB);
  expect(text).toMatch(/^({{TOKEN}} )+$/);
  const spans: TraceSpan[] = JSON.parse(writeJson(traceSpans));
  expect(spans.find(({ id }) => id === 'list')?.output).toMatchObject({ data: { truncated: true } });
});

test('a run that moves to another process sends each request once and reports each block once', async () => {
  const workflowId = await workflowOf({
    small: api('/small', { method: 'POST', body: { kind: 'json', value: '{"n": 1}' } }),
    large: { ...api(`/text?n=${2 * MB}`), after: ['small'] },
    wait: { ...api('/wait'), after: ['small'] },
    last: { ...api('/last?waited=<wait.data.waited>&n=<small.data.n>'), after: ['large', 'wait'] },
  });
  const before = (await remote.asked()).length;
  const told: string[] = [];
  for await (const event of eventsOf(await admittedByHand(mill.writer, { workflowId, input: {} }))) {
    const { type, blockId = '', answer } = JSON.parse('json' in event ? event.json : JSON.stringify(event));
    told.push(`${type} ${blockId}`);
    if (blockId === 'large' && type === 'block-finished') remote.goOn();
    if (type === 'run-finished') expect(answer).toMatchObject({ status: 'success' });
  }
  expect((await remote.asked()).slice(before).sort()).toEqual(['/last', '/small', '/text', '/wait']);
  expect(told.filter((line) => line.startsWith('block-started')).sort()).toEqual(
    ['large', 'last', 's', 'small', 'wait'].map((id) => `block-started ${id}`),
  );
  expect(told.filter((line) => line.startsWith('block-finished'))).toHaveLength(5);
});

test('queued runs with large inputs wait for their turn and all end, while nothing stalls', async () => {
  const workflowId = await workflowOf({
    echo: api('/echo', { method: 'POST', body: { kind: 'json', value: '<start.list>' } }),
  });
  const inputOf = (count: number) => ({
    list: new Array(count).fill({ some: 'text that makes it nine megabytes', and: ['a', 'list'] }),
  });
  const json = new TextEncoder().encode(JSON.stringify(inputOf(100_000)));
  const queue = startWorkQueue();
  const work = async () => {
    const accepted = await Promise.all(
      [1, 2, 3].map(() => queueByHand(mill.writer, { workflowId, input: new LargeInput(json.slice()) })),
    );
    for (const { executionId } of accepted)
      await expect
        .poll(async () => (await getExecution(mill.reader, executionId, 'caller', ROOM)).status, {
          timeout: patient(60_000),
        })
        .toBe('success');
  };
  const small = async () => {
    const answer = await runByHand(mill.writer, { workflowId, input: inputOf(SMALL_LIST / 6) });
    expect(answer).toMatchObject({ error: null });
  };
  await expectLoopFree(work, { small, times: 100_000 / (SMALL_LIST / 6) });
  await queue.stop(1_000);
});

test('a queued run that goes on in another process has each finished block once, in order', async () => {
  const workflowId = await workflowOf({
    small: api('/small', { method: 'POST', body: { kind: 'json', value: '{"n": 1}' } }),
    large: { ...api(`/text?n=${2 * MB}`), after: ['small'] },
    after: { ...api('/after?n=<small.data.n>'), after: ['large'] },
    wait: { ...api('/wait'), after: ['after'] },
  });
  const before = (await remote.asked()).length;
  const queue = startWorkQueue();
  const { executionId } = await queueByHand(mill.writer, { workflowId, input: {} });
  await expect
    .poll(async () => (await remote.asked()).slice(before), { timeout: patient(60_000) })
    .toContain('/wait');
  const finished = ['s', 'small', 'large', 'after'];
  expect((await readJournal(executionId)).entries.map(({ blockId }) => blockId)).toEqual(finished);
  remote.goOn();
  const state = async () => (await getExecution(mill.reader, executionId, 'caller', ROOM)).status;
  await expect.poll(state, { timeout: patient(60_000) }).toBe('success');
  await queue.stop(1_000);
  const { rows } = await pool().query('SELECT id FROM runtime.log WHERE execution_id = $1', [executionId]);
  const { traceSpans } = (await getLog(mill.reader, rows[0].id)).data.executionData;
  expect(traceSpans.map(({ blockId }) => blockId)).toEqual([...finished, 'wait']);
});

test('a run in another process can be cancelled', async () => {
  const workflowId = await workflowOf({
    large: api(`/text?n=${2 * MB}`),
    wait: { ...api('/wait'), after: ['large'] },
  });
  const before = (await remote.asked()).length;
  const running = runByHand(mill.writer, { workflowId, input: {} });
  await expect
    .poll(async () => (await remote.asked()).slice(before), { timeout: patient(60_000) })
    .toContain('/wait');
  for (const [id, { row }] of runningExecutions())
    if (row.workflowId === workflowId) await cancelExecution(mill.writer, id);
  expect((await running).error).toMatchObject({ code: 'CANCELLED' });
});

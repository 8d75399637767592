import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRIGGERS } from '../../core/blocks/trigger';
import { isId } from '../../platform/ids';
import { closeDatabase } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { deleteWorkflow } from '../removal/delete-workflow';
import type { CompletionRow } from '../runs/shapes/execution-row';
import { runByHand } from '../runs/testing/run-by-hand';
import { updateWorkflow } from '../workflows/update-workflow';
import { LOG_LEVELS } from './schema';
import { type LoggedWorkspace, mintLoggedWorkspace } from './testing/logged-workspace';

/** Checks the contract's tables, field by field: each value, and that there are no others. */
const text = expect.any(String);
const id = expect.toSatisfy(isId);
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const integer = expect.toSatisfy(Number.isInteger);
const number = expect.toSatisfy((value) => typeof value === 'number' && Number.isFinite(value));
const flag = expect.any(Boolean);

const TIMES = { startedAt: instant, endedAt: instant, totalDurationMs: integer };
const TOKENS = { prompt: integer, completion: integer, total: integer };
const WINDOW = { limit: integer, remaining: integer, resetAt: instant };
const LIMITS = {
  workflowExecutionRateLimit: { sync: WINDOW, async: WINDOW },
  usage: { currentPeriodCost: number, limit: number, plan: text, isExceeded: flag },
};
const MODEL = { input: 0.25, output: 0.5, total: 0.75, tokens: { prompt: 10, completion: 20, total: 30 } };
const COST = { total: 0.75, tokens: { prompt: 10, completion: 20, total: 30 }, models: { 'gpt-4o': MODEL } };

const ERROR = { code: 'HTTP_TIMEOUT', message: 'No answer.\nWithin 30 s.', attempts: [] };

let api: TestApi;
let mill: LoggedWorkspace;
let costly: CompletionRow;
beforeAll(async () => {
  api = await startTestApi();
  mill = await mintLoggedWorkspace();
  await updateWorkflow(mill.owner, { id: mill.exampleId, name: 'Named', description: 'Described' });
  costly = mill.run(
    { costTotal: COST.total, cost: JSON.stringify(COST), level: 'error', error: JSON.stringify(ERROR) },
    'chat',
  );
  await mill.record([costly]);
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

const get = async (path: string) => (await api.call('GET', path, mill.headers)).body;
const list = (more = '') => get(`/api/v1/logs?workspaceId=${mill.workspaceId}${more}`);

describe('of a run that cost something', () => {
  const common = () => ({
    id: costly.execution.logId,
    workflowId: mill.exampleId,
    executionId: costly.execution.executionId,
    level: 'error',
    status: 'error',
    version: null,
    trigger: 'chat',
    startedAt: new Date(costly.startedAtMs).toISOString(),
    endedAt: new Date(costly.endedAtMs).toISOString(),
    totalDurationMs: 7,
    waitedMs: 0,
    tags: [],
  });
  const workflow = () => ({ id: mill.exampleId, name: 'Named', description: 'Described' });

  test('a list item', async () => {
    const summary = { ...common(), files: null };
    expect(await list()).toEqual({
      data: [{ ...summary, cost: { total: 0.75 } }],
      nextCursor: null,
      limits: LIMITS,
    });
    const more = '&details=full&includeTraceSpans=true&includeFinalOutput=true&order=asc';
    expect(await list(more)).toEqual({
      data: [
        {
          ...summary,
          cost: COST,
          workflow: workflow(),
          error: { code: ERROR.code, message: ERROR.message },
          traceSpans: [],
          finalOutput: { ok: true },
        },
      ],
      nextCursor: null,
      resumeCursor: text,
      limits: LIMITS,
    });
  });

  test('a log', async () => {
    expect(await get(`/api/v1/logs/${costly.execution.logId}`)).toEqual({
      data: {
        ...common(),
        files: null,
        workflow: workflow(),
        executionData: { traceSpans: [], finalOutput: { ok: true }, error: ERROR },
        cost: COST,
        limits: LIMITS,
      },
      limits: LIMITS,
    });
  });

  test('an execution, at the top level', async () => {
    const { trigger, startedAt, endedAt, totalDurationMs, waitedMs } = common();
    const { executionId, workflowId, version } = common();
    expect(await get(`/api/v1/logs/executions/${executionId}`)).toEqual({
      executionId,
      workflowId,
      version,
      workflowState: { blocks: {}, edges: [], loops: {}, parallels: {} },
      executionMetadata: { trigger, startedAt, endedAt, totalDurationMs, waitedMs, cost: COST },
      limits: LIMITS,
    });
  });
});

test('every level and trigger is listed as it was recorded, of the requested workspace only', async () => {
  const [asked, other] = [await mintLoggedWorkspace(), await mintLoggedWorkspace()];
  await other.record([other.run()]);
  const kinds = LOG_LEVELS.flatMap((level) => TRIGGERS.map((trigger) => ({ level, trigger })));
  expect(kinds).toHaveLength(10);
  const rows = kinds.map(({ level, trigger }) => asked.run({ level }, trigger));
  await asked.record(rows);
  const path = `/api/v1/logs?workspaceId=${asked.workspaceId}&order=asc`;
  const { data } = (await api.call('GET', path, asked.headers)).body;
  expect(data).toMatchObject(kinds);
  for (const [at, { execution }] of rows.entries()) {
    const log = (await api.call('GET', `/api/v1/logs/${execution.logId}`, asked.headers)).body;
    expect(log.data).toMatchObject(kinds[at]!);
    const whole = (await api.call('GET', `/api/v1/logs/executions/${execution.executionId}`, asked.headers))
      .body;
    expect(whole.executionMetadata).toMatchObject({ trigger: kinds[at]!.trigger });
  }
  expect([LOG_LEVELS, TRIGGERS]).toEqual([
    ['info', 'error'],
    ['api', 'webhook', 'schedule', 'manual', 'chat'],
  ]);
});

test('how a run ended is told finer than by its level', async () => {
  const asked = await mintLoggedWorkspace();
  const endings = [
    ['info', 'success', undefined],
    ['info', 'warning', 'warning'],
    ['error', 'error', undefined],
    ['error', 'cancelled', 'cancelled'],
  ] as const;
  const rows = endings.map(([level, , ending]) => asked.run({ level, ending }));
  await asked.record(rows);
  const path = `/api/v1/logs?workspaceId=${asked.workspaceId}&order=asc`;
  const { data } = (await api.call('GET', path, asked.headers)).body;
  expect(data).toMatchObject(endings.map(([level, status]) => ({ level, status })));
  for (const [at, { execution }] of rows.entries()) {
    const [level, status] = endings[at]!;
    const log = (await api.call('GET', `/api/v1/logs/${execution.logId}`, asked.headers)).body;
    expect(log.data).toMatchObject({ level, status });
  }
});

test('a run that took place: spans, output and the workflow as it ran', async () => {
  const fresh = await mintLoggedWorkspace();
  const { logId, executionId } = await runByHand(fresh.owner, { workflowId: fresh.exampleId, input: {} });
  const read = async (path: string) => (await api.call('GET', path, fresh.headers)).body;
  const { data } = (await read(`/api/v1/logs/${logId}`)) as { data: Record<string, unknown> };
  const zero = { total: 0, tokens: { ...TOKENS, total: 0 }, models: {} };
  expect(data).toMatchObject({ id, workflowId: id, executionId: id, ...TIMES, cost: zero, limits: LIMITS });
  const { traceSpans } = data.executionData as { traceSpans: unknown[] };
  expect(traceSpans.length).toBeGreaterThan(1);
  for (const span of traceSpans)
    expect(span).toEqual({
      id: text,
      parentId: null,
      blockId: text,
      name: text,
      type: text,
      durationMs: number,
      status: expect.stringMatching(/^(success|warning|error|skipped|cancelled)$/),
      startTime: instant,
      endTime: instant,
      children: [],
      input: expect.anything(),
      output: expect.toSatisfy((value) => value !== undefined),
      error: expect.toSatisfy((value) => value !== undefined),
      ...('attempts' in (span as object) ? { attempts: expect.any(Array) } : {}),
      ...('warnings' in (span as object) ? { warnings: expect.any(Array) } : {}),
    });
  const execution = await read(`/api/v1/logs/executions/${executionId}`);
  const ids = traceSpans.map((span) => (span as { blockId: string }).blockId);
  expect(execution).toMatchObject({
    workflowState: {
      blocks: Object.fromEntries(ids.map((blockId) => [blockId, { id: blockId }])),
      edges: expect.any(Array),
      loops: {},
      parallels: {},
    },
    executionMetadata: { trigger: 'manual', cost: zero },
  });
});

test('a deleted workflow keeps its name in its logs', async () => {
  const fresh = await mintLoggedWorkspace();
  const run = fresh.run();
  await fresh.record([run]);
  await updateWorkflow(fresh.owner, { id: fresh.exampleId, name: 'Gone' });
  await deleteWorkflow(fresh.owner, { id: fresh.exampleId });
  const { body } = await api.call('GET', `/api/v1/logs/${run.execution.logId}`, fresh.headers);
  expect(body).toMatchObject({ data: { workflow: { id: fresh.exampleId, name: 'Gone', deleted: true } } });
});

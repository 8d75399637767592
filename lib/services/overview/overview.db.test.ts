import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { expectOutcomes } from '../accounts/testing/refusals';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import {
  completionOf,
  type LogsWorld,
  type RandomLog,
  randomLog,
  randomWorld,
  seeded,
} from '../logs/testing/random-logs';
import { recordCompletions } from '../runs/recording/record-completions';
import { addUpLogs } from './add-up-logs';
import { addUpTraces, MAX_TRACE_BYTES, OTHER_HOSTS } from './add-up-traces';
import { getOverview } from './get-overview';
import { getUsageOverview } from './get-usage-overview';
import { type Overview, OverviewRequest, UsageRequest } from './schema';

vi.setConfig({ testTimeout: patient(120_000) });

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const random = seeded(7);
const nowMs = Date.now();

let mill: LoggedWorkspace;
let world: LogsWorld;
const logs: RandomLog[] = [];

beforeAll(async () => {
  mill = await mintLoggedWorkspace();
  world = { ...randomWorld(12, 0, nowMs - 40 * DAY_MS, nowMs), workspaceId: mill.workspaceId };
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 3)', [world.fromMs]);
});
afterAll(closeDatabase);

async function record(count: number): Promise<void> {
  const made = Array.from({ length: count }, () =>
    randomLog(random, world, Math.floor(world.fromMs + random() * (nowMs - world.fromMs))),
  );
  logs.push(...made);
  for (let first = 0; first < count; first += 100)
    await recordCompletions(
      pool(),
      made.slice(first, first + 100).map((log) => completionOf(log, mill.owner.userId)),
      newId(),
    );
}

async function addUpAll(workspaceId = world.workspaceId): Promise<void> {
  while (await addUpLogs(workspaceId));
  while (await addUpTraces(workspaceId));
}

const overviewOf = (query: Record<string, string>, of = mill) =>
  getOverview(of.reader, OverviewRequest.parse({ workspaceId: of.workspaceId, ...query }));

const near = (real: number | undefined, found: number | null): void => {
  if (real === undefined) expect(found).toBeNull();
  else expect(Math.abs(found! - real)).toBeLessThanOrEqual(Math.max(1, real * 0.05 + 0.05));
};

const at = (durationsMs: readonly number[], share: number): number | undefined =>
  [...durationsMs].sort((a, b) => a - b)[Math.ceil(durationsMs.length * share) - 1];
/** Returns a percentile of the time in which runs worked. */
const durationAt = (of: readonly RandomLog[], share: number): number | undefined =>
  at(
    of.map(({ durationMs, waitedMs }) => durationMs - waitedMs),
    share,
  );

function expectWaiting(of: readonly RandomLog[], { waiting }: Pick<Overview['totals'], 'waiting'>): void {
  const waitedMs = of.map((log) => log.waitedMs).filter((ms) => ms > 0);
  expect(waiting.runs).toBe(waitedMs.length);
  near(at(waitedMs, 0.5), waiting.p50Ms);
  near(at(waitedMs, 0.95), waiting.p95Ms);
}

const withStatus = (of: readonly RandomLog[], wanted: RandomLog['status']): number =>
  of.filter(({ status }) => status === wanted).length;
const errorsOf = (of: readonly RandomLog[]): number => withStatus(of, 'error');
const costOf = (of: readonly RandomLog[]): number => of.reduce((sum, { costTotal }) => sum + costTotal, 0);

interface Query {
  from: string;
  to?: string;
  workflowIds?: string;
  triggers?: string;
}

const isOf = (list: string | undefined, value: string): boolean =>
  list === undefined || list.split(',').includes(value);

async function expectSame(query: Query): Promise<void> {
  const askedMs = Date.now();
  const { data, exact } = await overviewOf({ ...query });
  expect(exact).toBe(true);
  const startMs = Math.floor(Date.parse(query.from) / HOUR_MS) * HOUR_MS;
  const endMs = Date.parse(data.to);
  // An hour may have begun during the request.
  const ends = query.to === undefined ? [askedMs, Date.now()] : [Date.parse(query.to)];
  expect(ends.map((ms) => Math.ceil(ms / HOUR_MS) * HOUR_MS)).toContain(endMs);
  expect(Date.parse(data.from)).toBe(startMs);
  const inside = logs.filter(
    ({ startedAtMs, workflowId, trigger }) =>
      startedAtMs >= startMs &&
      startedAtMs < endMs &&
      isOf(query.workflowIds, workflowId) &&
      isOf(query.triggers, trigger),
  );
  expect(data.totals).toMatchObject({
    runs: inside.length,
    errors: errorsOf(inside),
    cancelled: withStatus(inside, 'cancelled'),
    warnings: withStatus(inside, 'warning'),
  });
  expect(data.totals.costUsd).toBeCloseTo(costOf(inside));
  near(durationAt(inside, 0.5), data.totals.p50Ms);
  near(durationAt(inside, 0.95), data.totals.p95Ms);
  expectWaiting(inside, data.totals);
  for (const { start, info, warning, error, cancelled, p95Ms, costUsd } of data.series) {
    const first = Date.parse(start);
    const here = inside.filter(
      ({ startedAtMs }) => startedAtMs >= first && startedAtMs < first + data.bucketMs,
    );
    expect([info + error + cancelled, error]).toEqual([here.length, errorsOf(here)]);
    expect([warning, cancelled]).toEqual([withStatus(here, 'warning'), withStatus(here, 'cancelled')]);
    expect(costUsd).toBeCloseTo(costOf(here));
    near(durationAt(here, 0.95), p95Ms);
  }
  for (const { workflowId, runs, errors, p50Ms, waiting } of data.workflows) {
    const its = inside.filter((log) => log.workflowId === workflowId);
    expectWaiting(its, { waiting });
    expect([runs, errors]).toEqual([its.length, errorsOf(its)]);
    near(durationAt(its, 0.5), p50Ms);
  }
  expect(data.workflows.reduce((sum, { runs }) => sum + runs, 0)).toBe(inside.length);
  expect(data.triggers.reduce((sum, { runs }) => sum + runs, 0)).toBe(inside.length);
  for (const { trigger, runs, p50Ms, p95Ms } of data.triggers) {
    const its = inside.filter((log) => log.trigger === trigger);
    expect(runs).toBe(its.length);
    near(durationAt(its, 0.5), p50Ms);
    near(durationAt(its, 0.95), p95Ms);
  }
  expect(data.models === null).toBe(query.triggers !== undefined);
}

test('the sums are those of the runs, wherever adding up has got to', async () => {
  for (const [built, unbuilt] of [
    [0, 300],
    [600, 200],
    [200, 0],
  ] as const) {
    await record(built);
    if (built > 0) await addUpAll();
    await record(unbuilt);
    for (let round = 0; round < 8; round += 1) {
      const startMs = world.fromMs + random() * (nowMs - world.fromMs);
      const from = new Date(startMs).toISOString();
      await expectSame({ from });
      await expectSame({ from, to: new Date(startMs + random() * 10 * DAY_MS).toISOString() });
      const workflowIds = `${world.workflows[0]!.id},${world.workflows[round]!.id}`;
      await expectSame({ from, workflowIds });
      await expectSame({ from, triggers: 'api,schedule' });
      await expectSame({ from, workflowIds, triggers: logs[round]!.trigger });
    }
  }
});

const span = (change: Record<string, unknown>) => ({
  id: newId(),
  parentId: null,
  blockId: 'b1',
  name: 'Fetch',
  type: 'api',
  status: 'success',
  startTime: '',
  endTime: '',
  durationMs: 100,
  output: null,
  error: null,
  children: [],
  input: { url: 'https://api.example.com/v1?q=1' },
  ...change,
});
const attempt = (change: Record<string, unknown> = {}) => ({
  status: 200,
  code: null,
  startedAt: '',
  durationMs: 40,
  waitMs: 0,
  ...change,
});

test('models, hosts and blocks are read from costs and traces', async () => {
  const other = await mintLoggedWorkspace();
  const part = { durationMs: 5, children: [], attempts: [attempt()] };
  const spans = [
    span({ attempts: [attempt({ status: 503 }), attempt()] }),
    span({
      blockId: 'b2',
      name: 'Ask',
      status: 'error',
      durationMs: 900,
      attempts: [attempt({ code: 'X' })],
    }),
    span({ blockId: 'b3', status: 'skipped' }),
    span({ blockId: 'b4', input: { url: 'https://***/x' }, attempts: [attempt()], durationMs: 1 }),
    span({ blockId: 'b5', children: [span({ ...part, parentId: 'p', blockId: 'b5' })], durationMs: 2 }),
  ];
  const tokens = { prompt: 10, completion: 5, total: 15 };
  const model = { input: 0.1, output: 0.2, total: 0.3, tokens };
  const cost = JSON.stringify({ total: 0.3, tokens, models: { 'gpt-5-mini': model } });
  const traceSpans = JSON.stringify(spans);
  await other.record([
    other.run({ traceSpans, cost, costTotal: 0.3 }),
    other.run({ traceSpans, level: 'error' }),
  ]);
  const pending = await overviewOf({ from: new Date(nowMs - DAY_MS).toISOString() }, other);
  expect(pending.pendingRuns).toBe(2);
  expect(pending.data.totals.runs).toBe(2);
  await addUpAll(other.workspaceId);
  const { data, pendingRuns } = await overviewOf({ from: new Date(nowMs - DAY_MS).toISOString() }, other);
  expect(pendingRuns).toBe(0);
  expect(data.models).toEqual([
    { model: 'gpt-5-mini', runs: 1, costUsd: 0.3, promptTokens: 10, completionTokens: 5 },
  ]);
  expect(data.hosts).toEqual([
    { host: 'api.example.com', requests: 8, errors: 4, errorRate: 0.5, averageMs: 40 },
  ]);
  expect(data.slowestBlocks!.map(({ blockId, runs, averageMs }) => [blockId, runs, averageMs])).toEqual([
    ['b2', 2, 900],
    ['b1', 2, 100],
    ['b5', 2, 2],
    ['b4', 2, 1],
  ]);
  expect(data.failingBlocks).toMatchObject([
    { blockId: 'b2', name: 'Ask', type: 'api', errors: 2, errorRate: 1, workflowId: other.exampleId },
  ]);
  expect(data.failingBlocks![0]!.workflowName).not.toBeNull();
  expect(data.workflows[0]).toMatchObject({ workflowId: other.exampleId, runs: 2, errors: 1 });
});

test('what a block only waited, by itself or in a container, is not its work', async () => {
  const other = await mintLoggedWorkspace();
  const [startTime, hourMs] = ['2026-01-01T00:00:00.000Z', 3_600_000];
  const asks = span({ blockId: 'ask', type: 'wait', startTime, durationMs: hourMs });
  const sends = span({ blockId: 'send', startTime: '2026-01-01T01:00:00.000Z', durationMs: 30 });
  const each = span({
    blockId: 'each',
    type: 'loop',
    startTime,
    durationMs: hourMs + 40,
    children: [{ ...asks, parentId: 'each', iteration: 0 }],
  });
  await other.record([other.run({ traceSpans: JSON.stringify([asks, sends, each]) })]);
  await addUpAll(other.workspaceId);
  const { data } = await overviewOf({ from: new Date(nowMs - DAY_MS).toISOString() }, other);
  expect(data.slowestBlocks!.map(({ blockId, averageMs }) => [blockId, averageMs])).toEqual([
    ['each', 40],
    ['send', 30],
    ['ask', 0],
  ]);
});

test('one model or host alone: what its sums say, over time and by workflow', async () => {
  const other = await mintLoggedWorkspace();
  const tokens = { prompt: 10, completion: 5, total: 15 };
  const used = { input: 0.1, output: 0.2, total: 0.3, tokens };
  const cost = JSON.stringify({ total: 0.6, tokens, models: { small: used, large: used } });
  const failed = span({ attempts: [attempt({ status: 503, durationMs: 80 }), attempt()] });
  const elsewhere = span({ attempts: [attempt()], input: { url: 'https://b.example.com' } });
  const traceSpans = JSON.stringify([failed, elsewhere]);
  await other.record([other.run({ traceSpans, cost }), other.run({ traceSpans }), other.run({ cost })]);
  await addUpAll(other.workspaceId);
  const from = new Date(nowMs - DAY_MS).toISOString();
  const usageOf = (query: Record<string, string>) =>
    getUsageOverview(other.reader, UsageRequest.parse({ workspaceId: other.workspaceId, from, ...query }));
  const model = {
    count: 2,
    errors: null,
    errorRate: null,
    averageMs: null,
    costUsd: 0.6,
    promptTokens: 20,
    completionTokens: 10,
  };
  const host = {
    count: 4,
    errors: 2,
    errorRate: 0.5,
    averageMs: 60,
    costUsd: null,
    promptTokens: null,
    completionTokens: null,
  };
  const none = { count: 0, errors: 0, errorRate: null, averageMs: null, costUsd: null };
  for (const [query, sums] of [
    [{ kind: 'model', key: 'small' }, model],
    [{ kind: 'host', key: 'api.example.com' }, host],
  ] as const) {
    const { data, pendingRuns } = await usageOf(query);
    expect([pendingRuns, data.totals]).toEqual([0, sums]);
    expect(data.workflows).toEqual([{ workflowId: other.exampleId, name: expect.any(String), ...sums }]);
    const busy = data.series.filter(({ count }) => count > 0);
    expect(busy.reduce((sum, { count }) => sum + count, 0)).toBe(sums.count);
  }
  const wide = await usageOf({
    kind: 'host',
    key: 'api.example.com',
    from: new Date(nowMs - 390 * DAY_MS).toISOString(),
  });
  expect([wide.data.bucketMs % (7 * DAY_MS), wide.data.totals]).toEqual([0, host]);
  const { data } = await usageOf({ kind: 'host', key: 'api.example.com', workflowIds: newId() });
  expect([data.totals, data.workflows]).toEqual([expect.objectContaining(none), []]);
  const query = UsageRequest.parse({ workspaceId: other.workspaceId, from, kind: 'model', key: 'small' });
  await expectOutcomes(other, (actor) => getUsageOverview(actor, query), {
    stranger: 'forbidden',
    reader: 'done',
  });
});

test('long traces are left out, many hosts are counted together, and no step is too large', async () => {
  const other = await mintLoggedWorkspace();
  const large = JSON.stringify([span({ blockId: 'large', output: 'x'.repeat(MAX_TRACE_BYTES) })]);
  const hosts = Array.from({ length: 250 }, (_, index) => `https://h${index}.example.com/`);
  const many = JSON.stringify(hosts.map((url) => span({ input: { url }, attempts: [attempt()] })));
  const half = JSON.stringify([span({ output: 'y'.repeat(MAX_TRACE_BYTES / 2) })]);
  await other.record([other.run({ traceSpans: large }), other.run({ traceSpans: many })]);
  for (let index = 0; index < 10; index += 1) await other.record([other.run({ traceSpans: half })]);
  expect(await addUpTraces(other.workspaceId)).toBe(true);
  await addUpAll(other.workspaceId);
  const { data, pendingRuns } = await overviewOf({ from: new Date(nowMs - DAY_MS).toISOString() }, other);
  expect(pendingRuns).toBe(0);
  expect(data.hosts![0]).toMatchObject({ host: OTHER_HOSTS, requests: 50 });
  expect(data.slowestBlocks!.map(({ blockId, runs }) => [blockId, runs])).toEqual([['b1', 260]]);
});

test('members read it, strangers don’t; a range has an end', async () => {
  const { workspaceId } = mill;
  const query = OverviewRequest.parse({ workspaceId, from: '2026-01-01', to: '2026-02-01' });
  await expectOutcomes(mill, (actor) => getOverview(actor, query), { stranger: 'forbidden', reader: 'done' });
  await expect(overviewOf({ from: '2020-01-01', to: '2026-01-01' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  expect(OverviewRequest.safeParse({ workspaceId, from: '2026-02-01', to: '2026-01-01' }).success).toBe(
    false,
  );
});

import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../platform/ids';
import { closeDatabase, logsPool, pool, prisma } from '../../platform/postgres/db';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { wholeWindow } from '../logs/access-path';
import { bucketStatement } from '../logs/count-statements';
import { enforceRetention } from '../logs/enforce-retention';
import { LogsQuery } from '../logs/logs-request';
import { resolveFilters } from '../logs/resolve-filters';
import { matching, randomFilters } from '../logs/testing/log-filter-cases';
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
import { bucketing } from './bucket-steps';
import type { BucketCount } from './count-in-rollups';
import { countLogs } from './count-logs';
import { getHistogram } from './get-histogram';
import { HistogramRequest } from './schema';

vi.setConfig({ testTimeout: patient(300_000) });

const DAY_MS = 86_400_000;
const QUERIES = Number(process.env.QUERIES ?? 150);
const nowMs = Date.now();

let random: ReturnType<typeof seeded>;
let mill: TestWorkspace;
let world: LogsWorld;
/** The logs of this test's own workspace. */
let logs: RandomLog[];

beforeEach(async () => {
  random = seeded(20_261_123);
  logs = [];
  mill = await mintWorkspace();
  world = { ...randomWorld(20, 4, nowMs - 200 * DAY_MS, nowMs), workspaceId: mill.workspaceId };
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 8)', [world.fromMs]);
});
afterAll(closeDatabase);

async function record(count: number, of: LogsWorld = world, holder = mill): Promise<RandomLog[]> {
  const made = Array.from({ length: count }, () =>
    randomLog(random, of, Math.floor(of.fromMs + random() * (nowMs - of.fromMs))),
  );
  for (let first = 0; first < count; first += 100)
    await recordCompletions(
      pool(),
      made.slice(first, first + 100).map((log) => completionOf(log, holder.owner.userId)),
      newId(),
    );
  return made;
}

async function addUpAll(workspaceId: string): Promise<void> {
  while (await addUpLogs(workspaceId));
}

async function expectSame(all: readonly RandomLog[], filters: Record<string, string>): Promise<number> {
  const query = HistogramRequest.parse(filters);
  const { data, exact } = await getHistogram(mill.reader, query);
  expect(exact).toBe(true);
  expect(data.buckets.length).toBeLessThanOrEqual(Number(filters.buckets ?? 60));
  const none = { info: 0, error: 0, warning: 0, cancelled: 0 };
  const expected = data.buckets.map(({ start }) => ({ start, ...none }));
  const originMs = Date.parse(data.buckets[0]!.start);
  const found = matching(all, filters, world);
  for (const log of found) {
    const at = expected[Math.floor((log.startedAtMs - originMs) / data.bucketMs)]!;
    if (log.level === 'info') at.info += 1;
    if (log.status !== 'success') at[log.status] += 1;
  }
  expect(data.buckets, JSON.stringify(filters)).toEqual(expected);
  return found.length;
}

/** Returns ranges of minutes, days and months, with all combinations of filters. */
function randomQuery(near: RandomLog): Record<string, string> {
  const { order, folderIds, ...filters } = randomFilters(random, world, near);
  const buckets = String(1 + Math.floor(random() * 120));
  if (random() < 0.4) return { ...filters, buckets };
  const { workspaceId, workflowIds, triggers, level, statuses } = filters;
  const spanMs = 10 ** (3 + random() * 7);
  const startMs = Math.floor(near.startedAtMs - random() * spanMs);
  return {
    workspaceId: workspaceId!,
    buckets,
    ...(workflowIds && { workflowIds }),
    ...(triggers && { triggers }),
    ...(statuses && { statuses }),
    ...(level && { level }),
    startDate: new Date(startMs).toISOString(),
    ...(random() < 0.7 && { endDate: new Date(Math.floor(startMs + spanMs)).toISOString() }),
  };
}

test('random mixes of filters count what the runs were, wherever the sums have got to', async () => {
  for (const [built, unbuilt] of [
    [0, 400],
    [1_200, 0],
    [900, 300],
  ] as const) {
    logs.push(...(await record(built)));
    if (built > 0) await addUpAll(world.workspaceId);
    logs.push(...(await record(unbuilt)));
    let matched = 0;
    for (let index = 0; index < QUERIES; index += 1)
      matched += await expectSame(logs, randomQuery(logs[Math.floor(random() * logs.length)]!));
    expect(matched).toBeGreaterThan(QUERIES);
    await expectSame(logs, { workspaceId: world.workspaceId });
  }
});

test('what is counted when the time is over is everything from a moment on', async () => {
  logs.push(...(await record(2_000)));
  const { workspaceId } = world;
  const filters = await resolveFilters(LogsQuery.parse({ workspaceId, minDurationMs: '1' }));
  const range = [world.fromMs, nowMs] as const;
  const found = new Set<number | null>();
  for (const budgetMs of [-1, 0.1, 2, 4, 60_000]) {
    const { counts, countedFromMs } = await countLogs(filters!, range, bucketing(...range, 60), budgetMs);
    found.add(countedFromMs);
    const expected = logs.filter(
      ({ startedAtMs, durationMs }) =>
        startedAtMs >= (countedFromMs ?? 0) && startedAtMs < nowMs && durationMs >= 1,
    );
    expect(counts.reduce((sum, { n }) => sum + n, 0)).toBe(expected.length);
  }
  expect(found).toContain(nowMs);
  expect(found).toContain(null);
});

test('a range of durations or costs is counted the same by its own index', async () => {
  const own = await record(20);
  logs.push(...own);
  const { workspaceId } = world;
  const range = [world.fromMs, nowMs] as const;
  let counted = 0;
  for (const near of own) {
    const { model, ...ranges } = {
      minDurationMs: String(near.durationMs),
      maxCost: String(near.costTotal),
      ...(near.models[0] !== undefined && { model: near.models[0] }),
    };
    const query = LogsQuery.parse({ workspaceId, order: 'desc', ...ranges, ...(model && { model }) });
    const scan = {
      ...(await resolveFilters(query))!,
      startedMs: range,
      seqs: { after: 0, upTo: Number.MAX_SAFE_INTEGER },
    };
    const [ordered, ...byRange] = await Promise.all(
      ([model === undefined ? 'time' : 'model', 'duration', 'cost'] as const).map(async (path) => {
        const input = { scan, window: wholeWindow(scan, null), streams: [] };
        const statement = bucketStatement(path, { ...input, buckets: bucketing(...range, 60) });
        const { rows } = await logsPool().query<BucketCount>(statement);
        return rows.sort((a, b) => a.bucket - b.bucket || (a.level < b.level ? -1 : 1));
      }),
    );
    for (const rows of byRange) expect(rows).toEqual(ordered);
    counted += ordered!.length;
  }
  expect(counted).toBeGreaterThanOrEqual(own.length);
});

test('processes that add up at once, beside runs that end, count each run once', async () => {
  let recording = true;
  const builder = async (): Promise<void> => {
    while (recording) await addUpLogs(world.workspaceId);
  };
  const builders = [builder(), builder(), builder()];
  for (let round = 0; round < 10; round += 1) {
    logs.push(...(await record(50)));
    await expectSame(logs, { workspaceId: world.workspaceId, buckets: '120' });
  }
  recording = false;
  await Promise.all(builders);
  await addUpAll(world.workspaceId);
  await expectSame(logs, { workspaceId: world.workspaceId });
});

test('a process that dies while it adds up leaves nothing half done', async () => {
  logs.push(...(await record(100)));
  await addUpAll(world.workspaceId);
  logs.push(...(await record(200)));
  const holder = await pool().connect();
  await holder.query('BEGIN; LOCK TABLE runtime.duration_rollup IN SHARE MODE');
  onTestFinished(() => holder.release(true)); // releases its lock too, should this fail
  const dying = addUpLogs(world.workspaceId).catch((error: Error) => error.message);
  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND query LIKE '%fresh AS MATERIALIZED%'
    AND datname = current_database()`;
  await expect.poll(async () => (await pool().query(waiting)).rowCount).toBe(1);
  await pool().query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS one`);
  expect(await dying).toContain('terminat');
  await holder.query('ROLLBACK');
  await expectSame(logs, { workspaceId: world.workspaceId });
  await addUpAll(world.workspaceId);
  await expectSame(logs, { workspaceId: world.workspaceId });
});

test('what retention takes leaves the sums, and what is added up later does not bring it back', async () => {
  const short = await mintWorkspace();
  await prisma().user.update({ where: { id: short.owner.userId }, data: { plan: 'free' } });
  const of: LogsWorld = { ...randomWorld(4, 0, nowMs - 60 * DAY_MS, nowMs), workspaceId: short.workspaceId };
  const before = await record(300, of, short);
  await addUpAll(of.workspaceId);
  const unbuilt = await record(100, of, short);
  await enforceRetention(new AbortController().signal);
  await addUpAll(of.workspaceId);
  const keptFromMs = Math.floor(nowMs / DAY_MS - 30) * DAY_MS;
  const kept = [...before, ...unbuilt].filter(({ startedAtMs }) => startedAtMs >= keptFromMs);
  const count = async (table: string): Promise<number> => {
    const where = `workspace_id = $1${table === 'log' ? '' : ` AND grain = 'day'`}`;
    const sum = table === 'log' ? 'count(*)' : 'sum(n)';
    const { rows } = await pool().query(`SELECT ${sum}::int AS n FROM runtime.${table} WHERE ${where}`, [
      of.workspaceId,
    ]);
    return rows[0].n;
  };
  expect(await count('log')).toBe(kept.length);
  expect(await count('log_rollup')).toBe(2 * kept.length); // each workflow's, and all together
  const waited = kept.filter(({ waitedMs }) => waitedMs > 0);
  // One row per trigger and one for all.
  expect(await count('duration_rollup')).toBe(4 * (kept.length + waited.length));
  const { data } = await getHistogram(short.reader, HistogramRequest.parse({ workspaceId: of.workspaceId }));
  const runs = data.buckets.map(({ info, error, cancelled }) => info + error + cancelled);
  expect(runs.reduce((sum, n) => sum + n, 0)).toBe(kept.length);
});

test('a workspace without runs has empty buckets, and strangers have none', async () => {
  const { reader, stranger, workspaceId } = await mintWorkspace();
  const { data, exact } = await getHistogram(reader, HistogramRequest.parse({ workspaceId }));
  expect(exact).toBe(true);
  expect(data.buckets.length).toBeGreaterThan(10);
  expect(data.buckets.every(({ info, error }) => info + error === 0)).toBe(true);
  const refused = await refusalOf(getHistogram(stranger, HistogramRequest.parse({ workspaceId })));
  expect(refused).toBe('forbidden');
});

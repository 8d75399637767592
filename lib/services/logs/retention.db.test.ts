import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import type { Plan } from '../limits/plans';
import { recordCompletions } from '../runs/recording/record-completions';
import { enforceRetention } from './enforce-retention';
import { listLogs } from './list-logs';
import { LogsQuery } from './logs-request';
import { readLogPartitions } from './retention-inventory';
import { completionOf, type LogsWorld, randomLog, randomWorld, seeded } from './testing/random-logs';

const DAY_MS = 86_400_000;
const random = seeded(3);
const nowMs = Date.now();

let mill: TestWorkspace;
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(closeDatabase);

const worldOf = ({ workspaceId }: TestWorkspace): LogsWorld => ({
  ...randomWorld(5, 2, nowMs - 900 * DAY_MS, nowMs),
  workspaceId,
});

async function onPlan(plan: Plan, of = mill): Promise<void> {
  await prisma().user.update({ where: { id: of.owner.userId }, data: { plan } });
}

/** Records runs that started this many days ago. @returns their ids */
async function ran(daysAgo: readonly number[], of = mill): Promise<string[]> {
  const logs = daysAgo.map((days) => ({
    ...randomLog(random, worldOf(of), nowMs - days * DAY_MS),
    models: ['gpt-5.2'],
    tags: ['nightly'],
  }));
  for (const { startedAtMs } of logs)
    await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 1)', [startedAtMs]);
  await recordCompletions(
    pool(),
    logs.map((log) => ({
      ...completionOf(log, of.owner.userId),
      files: [{ id: 'f', name: 'f.bin', contentType: 'application/octet-stream', size: 1, base64: 'AA==' }],
    })),
    newId(),
  );
  return logs.map(({ logId }) => logId);
}

const enforce = () => enforceRetention(new AbortController().signal);

async function left(table: string, column: string, ids: string[]): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT ${column} AS id FROM runtime.${table} WHERE ${column} = ANY ($1)`,
    [ids],
  );
  return rows.map(({ id }) => id).sort();
}

test('what a plan no longer keeps goes with all that belongs to it, and what it keeps stays', async () => {
  await onPlan('pro');
  const ids = await ran([10, 80, 89, 91, 130]);
  // A plan that keeps them longer has rows in the same months, so that no month is dropped whole on any date.
  const longer = await mintWorkspace();
  await onPlan('enterprise', longer);
  const others = await ran([91, 130], longer);
  await enforce();
  expect(await left('log', 'id', others)).toEqual(others.toSorted());
  const kept = ids.slice(0, 3).sort();
  expect(await left('log', 'id', ids)).toEqual(kept);
  for (const table of ['log_payload', 'log_model', 'log_tag', 'log_file'])
    expect(await left(table, 'log_id', ids), table).toEqual(kept);
  const deleted = { action: 'logs.deleted', workspaceId: mill.workspaceId };
  const events = await prisma().auditEvent.findMany({ where: deleted });
  const aMonth = { actor: 'system', userId: null, detail: { rows: 1, reason: 'retention' } };
  expect(events).toMatchObject([aMonth, aMonth]);
});

/** Returns the time since which a partition's detaching has waited for a lock, in ms; NaN if it doesn't. */
async function detachingSince(): Promise<number> {
  const { rows } = await pool().query<{ query_start: Date }>(
    `SELECT query_start FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE 'ALTER TABLE%DETACH PARTITION%'
        AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.query_start.getTime() ?? Number.NaN;
}

test('a month that no plan keeps is dropped with its tables while readers read', async () => {
  await onPlan('enterprise');
  const [old, young] = await ran([800, 100]);
  const month = new Date(nowMs - 800 * DAY_MS).toISOString().slice(0, 7).replace('-', '_');
  expect((await readLogPartitions()).find((partition) => partition.month === month)?.workspaces.length).toBe(
    1,
  );
  const list = () => listLogs(mill.reader, LogsQuery.parse({ workspaceId: mill.workspaceId }));
  let isDropped = false;
  // It gives up when a reader takes too long, and continues the next time.
  const drop = async () => {
    while (!isDropped) isDropped = (await enforce())?.dropped.includes(month) ?? false;
  };
  const slowReader = await pool().connect();
  try {
    await slowReader.query('BEGIN; SELECT FROM runtime.log LIMIT 1');
    const dropping = drop();
    const listsMeanwhile = async () => {
      const since = await detachingSince();
      await list();
      return since === (await detachingSince());
    };
    // Readers don't queue behind the statement that waits for the slow reader.
    await expect.poll(listsMeanwhile).toBe(true);
    await slowReader.query('COMMIT');
    while (!isDropped) await list();
    await dropping;
  } finally {
    slowReader.release(true);
  }
  const tables = await pool().query(`SELECT FROM pg_class WHERE relname LIKE 'log%' || $1`, [month]);
  expect(tables.rowCount).toBe(0);
  expect(await left('log', 'id', [old!, young!])).toEqual([young]);
});

test('cursors work after retention has taken what they had given', async () => {
  await onPlan('free');
  const query = { workspaceId: mill.workspaceId, order: 'asc' };
  await ran([40, 50]);
  const first = await listLogs(mill.reader, LogsQuery.parse(query));
  expect(first.data).toHaveLength(2);
  const [deep] = [(await listLogs(mill.reader, LogsQuery.parse({ ...query, limit: '1' }))).nextCursor!];
  await enforce();
  const [late] = await ran([1]);
  for (const cursor of [deep!, first.resumeCursor!]) {
    const next = await listLogs(mill.reader, LogsQuery.parse({ ...query, cursor }));
    expect(next.data.map(({ id }) => id)).toEqual([late]);
  }
});

test('snapshots go once no log can name them, and those in use stay', async () => {
  await onPlan('free');
  const add = (name: string, days: number) =>
    pool().query(
      `INSERT INTO runtime.workflow_snapshot (workflow_id, hash, state, used_at)
        VALUES ($1, $2, '{}', now() - make_interval(days => $3))`,
      [mill.exampleId, Buffer.from(name), days],
    );
  await add('old', 32);
  await add('young', 30);
  await enforce();
  const { rows } = await pool().query('SELECT hash FROM runtime.workflow_snapshot WHERE workflow_id = $1', [
    mill.exampleId,
  ]);
  expect(rows.map(({ hash }) => String(hash))).toEqual(['young']);
});

test('months ahead are made', async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 3)');
  const months = (await readLogPartitions()).map(({ startMs }) => startMs);
  const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth()];
  for (const ahead of [0, 1, 2]) expect(months).toContain(Date.UTC(year, month + ahead));
});

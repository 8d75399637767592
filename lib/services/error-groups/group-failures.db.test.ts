import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { enforceRetention } from '../logs/enforce-retention';
import { deleteWorkflow } from '../removal/delete-workflow';
import { deleteWorkspace } from '../removal/delete-workspace';
import { FAILURES_PER_STEP, groupFailures } from './group-failures';
import { MAX_GROUPS_OF_WORKFLOW } from './known-groups';
import { MAX_TAGS_OF_GROUP } from './store-groups';
import { type FailingWorkspace, mintFailingWorkspace } from './testing/failing-workspace';

const DAY_MS = 86_400_000;

let mill: FailingWorkspace;
beforeEach(async () => {
  mill = await mintFailingWorkspace();
});
afterAll(closeDatabase);

interface GroupRow {
  id: string;
  n: number;
  code: string;
  shape: string;
  message: string;
  last_log_id: string;
}

async function groups(): Promise<GroupRow[]> {
  const { rows } = await pool().query<GroupRow>(
    `SELECT id, n, code, shape, message, last_log_id FROM runtime.error_group
     WHERE workspace_id = $1 ORDER BY shape`,
    [mill.workspaceId],
  );
  return rows;
}

const shapes = async () => (await groups()).map(({ shape, n }) => [shape, n]);

async function parts(column: 'version' | 'tag'): Promise<Array<[string | number, number]>> {
  const { rows } = await pool().query(
    `SELECT p.${column} AS part, p.n FROM runtime.error_group_${column} p
     JOIN runtime.error_group g ON g.id = p.group_id WHERE g.workspace_id = $1 ORDER BY 1, 2`,
    [mill.workspaceId],
  );
  return rows.map(({ part, n }) => [part, n]);
}

async function rowsOf(table: string): Promise<number> {
  const { rows } = await pool().query<{ n: number }>(
    `SELECT count(*)::integer AS n FROM runtime.error_group_${table} r
     WHERE r.group_id IN (SELECT id FROM runtime.error_group WHERE workspace_id = $1)`,
    [mill.workspaceId],
  );
  return rows[0]!.n;
}

test('failures of one cause are one group, counted once by two processes, over several steps', async () => {
  const kinds = [
    (n: number) => `Order ${n} of "${newId()}" was not found.`,
    (n: number) => `No response within ${n} ms.`,
    (n: number) => `The payment of $${n}.99 was declined.`,
  ];
  const count = FAILURES_PER_STEP + 40;
  const rows = Array.from({ length: count }, (_, n) => mill.failed({ message: kinds[n % 3]!(n) }));
  for (let at = 0; at < rows.length; at += 100) await mill.record(rows.slice(at, at + 100));
  await mill.record([mill.run()]);
  while ((await Promise.all([1, 2].map(() => groupFailures(mill.workspaceId)))).some(Boolean));
  await mill.group();
  expect(await shapes()).toEqual([
    ['No response within ….', count / 3],
    ['Order … of … was not found.', count / 3],
    ['The payment of … was declined.', count / 3],
  ]);
  expect(await rowsOf('run')).toBe(count);
  const last = rows.findLast((_, n) => n % 3 === 0)!.execution.logId;
  expect((await groups())[1]).toMatchObject({ last_log_id: last, message: expect.stringContaining('Order') });
});

test('a step that fails has counted nothing, and is repeated', async () => {
  const logId = await mill.fail();
  await pool().query(
    `INSERT INTO runtime.error_group_run (started_at, ended_at, log_id, group_id)
     SELECT started_at, ended_at, id, $2 FROM runtime.log WHERE id = $1`,
    [logId, newId()],
  );
  await expect(groupFailures(mill.workspaceId)).rejects.toThrow('duplicate key');
  expect(await groups()).toEqual([]);
  await pool().query('DELETE FROM runtime.error_group_run WHERE log_id = $1', [logId]);
  await mill.group();
  await mill.group();
  expect(await shapes()).toEqual([['Order … was not found.', 1]]);
});

test('stopped and called runs, and drafts that are run by hand, are in no group', async () => {
  await mill.fail({ message: 'stopped' }, { ending: 'cancelled' });
  await mill.fail({ message: 'by hand', trigger: 'manual' });
  await mill.fail({ message: 'by hand, published', trigger: 'manual', version: 3 });
  const called = mill.failed({ message: 'called' });
  const call = { parentId: newId(), rootId: newId(), depth: 1 };
  await mill.record([{ ...called, execution: { ...called.execution, call } }]);
  await mill.group();
  expect(await shapes()).toEqual([['by hand, published', 1]]);
});

test('more failures that are not counted than a step has hide none that is', async () => {
  const call = { parentId: newId(), rootId: newId(), depth: 1 };
  const called = Array.from({ length: FAILURES_PER_STEP + 1 }, () => mill.failed({ message: 'called' }));
  await mill.record(called.map((row) => ({ ...row, execution: { ...row.execution, call } })));
  await mill.fail({ message: 'own' });
  await mill.group();
  expect(await shapes()).toEqual([['own', 1]]);
});

test('code and block separate groups; versions and tags are counted', async () => {
  await mill.fail({ tags: ['a', 'b'] });
  await mill.fail({ version: 7, tags: ['b'] });
  await mill.fail({ version: 7, code: 'TIMEOUT' });
  await mill.fail({ version: 8, blockId: 'other' });
  await mill.group();
  await mill.fail({ version: 7, tags: ['b'] });
  await mill.group();
  expect((await groups()).map(({ code, n }) => [code, n]).sort()).toEqual([
    ['SCRIPT_ERROR', 1],
    ['SCRIPT_ERROR', 3],
    ['TIMEOUT', 1],
  ]);
  expect(await parts('version')).toEqual([
    [0, 1],
    [7, 1],
    [7, 2],
    [8, 1],
  ]);
  expect(await parts('tag')).toEqual([
    ['a', 1],
    ['b', 3],
  ]);
});

test('a group keeps a hundred tags', async () => {
  for (let at = 0; at < 12; at += 1)
    await mill.fail({ tags: Array.from({ length: 10 }, (_, n) => `tag ${at} ${n}`) });
  await mill.group();
  expect((await parts('tag')).length).toBe(MAX_TAGS_OF_GROUP);
  await mill.fail({ tags: ['one more', 'tag 0 0'] });
  await mill.group();
  const kept = await parts('tag');
  expect(kept.length).toBe(MAX_TAGS_OF_GROUP);
  expect(kept).toContainEqual(['tag 0 0', 2]);
});

test('a large error, one without a block and one with unusual characters have groups', async () => {
  await mill.fail({ message: 'x'.repeat(20_000), code: 'TOO_LONG' });
  await mill.fail({}, { error: null });
  await mill.fail({ message: 'a\u0000b \ud83d' });
  await mill.group();
  expect((await groups()).map(({ code, message }) => [code, message])).toEqual(
    expect.arrayContaining([
      ['TOO_LONG', ''],
      ['UNKNOWN', ''],
      ['SCRIPT_ERROR', 'ab \ufffd'],
    ]),
  );
});

test('beyond a workflow’s number of groups, new shapes share one', async () => {
  await pool().query(
    `INSERT INTO runtime.error_group (id, workspace_id, workflow_id, n, first_seen_at, last_seen_at,
       last_started_at, last_log_id, fingerprint, code, shape, message)
     SELECT gen_random_uuid(), $1, $2, 1, now(), now(), now(), gen_random_uuid(), n::text, 'X', n::text, ''
     FROM generate_series(1, $3::integer) n`,
    [mill.workspaceId, mill.exampleId, MAX_GROUPS_OF_WORKFLOW - 1],
  );
  for (const message of ['last one', 'too many', '(other messages)']) await mill.fail({ message });
  await mill.group();
  for (const message of ['last one', 'far too many']) await mill.fail({ message });
  await mill.group();
  const own = (await groups()).filter(({ code }) => code === 'SCRIPT_ERROR');
  expect(own.map(({ shape, n }) => [shape, n]).sort()).toEqual([
    ['(other messages)', 3],
    ['last one', 2],
  ]);
});

test('retention takes the groups whose logs it takes, and nothing groups these again', async () => {
  const old = Date.now() - 300 * DAY_MS;
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 1)', [old]);
  await mill.fail({ message: 'of old', startedAtMs: old });
  await mill.fail({ message: 'of old and now', startedAtMs: old });
  await mill.fail({ message: 'of old and now' });
  await mill.group();
  const late = mill.failed({ message: 'late', startedAtMs: old });
  // Another process may be at it.
  while ((await enforceRetention(new AbortController().signal)) === null);
  expect(await shapes()).toEqual([['of old and now', 2]]);
  expect(await rowsOf('run')).toBe(1);
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 1)', [old]);
  await mill.record([late]);
  await mill.group();
  expect(await shapes()).toEqual([['of old and now', 2]]);
});

const WAITS_FOR_PROGRESS = `
SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND query LIKE '%error_group_progress%FOR UPDATE OF p%' AND pid <> pg_backend_pid()`;

test('a workflow that is deleted while its failures are grouped leaves none of them', async () => {
  const logId = await mill.fail();
  await mill.group();
  const [group] = await groups();
  const { deleted } = await inTransaction(pool(), async (step) => {
    await step.query('SELECT FROM runtime.error_group_progress WHERE workspace_id = $1 FOR UPDATE', [
      mill.workspaceId,
    ]);
    const deleting = deleteWorkflow(mill.writer, { id: mill.exampleId });
    const waiting = async () => (await pool().query(WAITS_FOR_PROGRESS)).rowCount;
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    await step.query(
      `INSERT INTO runtime.error_group_run (started_at, ended_at, log_id, group_id)
       SELECT started_at, ended_at, $2, $3 FROM runtime.log WHERE id = $1`,
      [logId, newId(), group!.id],
    );
    return { deleted: deleting };
  });
  await deleted;
  expect(await groups()).toEqual([]);
  const runs = await pool().query('SELECT FROM runtime.error_group_run WHERE group_id = $1', [group!.id]);
  expect(runs.rowCount).toBe(0);
});

test('a deleted workflow or workspace leaves no group', async () => {
  await mill.fail({ tags: ['a'] });
  await mill.group();
  const before = await pool().query('SELECT id FROM runtime.error_group WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  await deleteWorkflow(mill.writer, { id: mill.exampleId });
  await mill.fail();
  await mill.group();
  expect(await groups()).toEqual([]);
  const runs = await pool().query('SELECT FROM runtime.error_group_run WHERE group_id = $1', [
    before.rows[0].id,
  ]);
  expect(runs.rowCount).toBe(0);

  mill = await mintFailingWorkspace();
  await mill.fail();
  await mill.group();
  const { rows } = await pool().query<{ name: string }>('SELECT name FROM workspace WHERE id = $1', [
    mill.workspaceId,
  ]);
  await deleteWorkspace(mill.owner, { id: mill.workspaceId, name: rows[0]!.name });
  expect(await groups()).toEqual([]);
  const progress = await pool().query('SELECT FROM runtime.error_group_progress WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  expect(progress.rowCount).toBe(0);
});

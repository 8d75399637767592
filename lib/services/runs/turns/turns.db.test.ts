import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { startWorkQueue } from '../queue/work-queue';
import { cancelExecution } from '../reading/get-execution';
import { insertExecutions } from '../recording/insert-executions';
import type { NewExecution } from '../shapes/execution-row';
import type { PlaceInLine } from '../shapes/place-in-line';
import type { Beyond } from '../shapes/run-limits';
import { claimQueue } from '../testing/claim-queue';
import { passOverTurns } from '../testing/pass-over-turns';
import { sampleRow } from '../testing/sample-row';
import { workflowIn } from '../testing/workflow-in';
import { queueDueRuns } from './delayed-runs';
import { settleTurns } from './settle-turns';

let mill: TestWorkspace;
let id: string;
let acceptedAtMs = Date.now() - 60_000;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
});
beforeEach(async () => {
  for (const table of ['execution', 'run_limit', 'hold']) await pool().query(`DELETE FROM runtime.${table}`);
  mill = await mintWorkspace();
  id = await workflowIn(mill, [{ type: 'response', config: { body: '1' } }]);
});
afterAll(async () => {
  await pool().query('DELETE FROM runtime.execution');
  await pool().query('DELETE FROM runtime.run_limit');
  await stopHeartbeat();
  await closeDatabase();
});

const limit = (atOnce: number | null, perKey: number | null, beyond: Beyond = 'wait') =>
  pool().query(
    `INSERT INTO runtime.run_limit (workflow_id, at_once, per_key, key, beyond) VALUES ($1, $2, $3, '<b0.k>', $4)
     ON CONFLICT (workflow_id) DO UPDATE SET at_once = $2, per_key = $3, beyond = $4`,
    [id, atOnce, perKey, beyond],
  );

/** Stores a start that a moment later than the one before was accepted. @returns the execution's id */
async function start(
  key = '',
  place: Partial<PlaceInLine> = {},
  more: Partial<NewExecution> = {},
): Promise<string> {
  acceptedAtMs += 1;
  const { workspaceId, owner } = mill;
  const of = { workspaceId, workflowId: id, holderId: owner.userId };
  const row = sampleRow({
    ...of,
    trigger: 'webhook',
    mode: 'async',
    acceptedAtMs,
    place: {
      state: QUEUE_STATE.is.waiting,
      key: key === '' ? '' : `=${key}`,
      startAtMs: null,
      expiresAtMs: null,
      priority: 0,
      ...place,
    },
    ...more,
  });
  await insertExecutions(pool(), [row], null);
  return row.executionId;
}

/** Gives turns and returns the ids of what may run now, in the order in which it is given out. */
async function given(): Promise<string[]> {
  await passOverTurns();
  const claimed = await claimQueue(100);
  return claimed.map(({ row }) => row.executionId).sort();
}
const ends = (...ids: string[]) => pool().query('DELETE FROM runtime.execution WHERE id = ANY ($1)', [ids]);
const stateOf = async (executionId: string): Promise<string | undefined> =>
  (await pool().query('SELECT state FROM runtime.execution WHERE id = $1', [executionId])).rows[0]?.state;

test('as many run at once as may, each key in order, and the next ones when they end', async () => {
  await limit(null, 1);
  const [a1, a2] = [await start('a'), await start('a')];
  const [b1, none1, none2] = [await start('b'), await start(), await start()];
  expect(await given()).toEqual([a1, b1, none1].sort());
  expect(await given()).toEqual([]);
  await ends(a1);
  expect(await given()).toEqual([a2]);
  await ends(none1);
  expect(await given()).toEqual([none2]);
});

test('the limit of all goes over the keys, the oldest and those of a higher priority first', async () => {
  await limit(2, 1);
  const [a1, a2, b1] = [await start('a'), await start('a'), await start('b')];
  const urgent = await start('c', { priority: 5 });
  expect(await given()).toEqual([a1, urgent].sort());
  await ends(urgent);
  expect(await given()).toEqual([b1]);
  await ends(a1, b1);
  expect(await given()).toEqual([a2]);
});

test('what reaches the queue without a place lines up there, and holds no slot', async () => {
  await limit(1, null);
  const first = await start('', { state: null });
  const second = await start('', { state: null });
  expect(await claimQueue(10)).toEqual([]);
  expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'waiting']);
  expect(await given()).toEqual([first]);
  const byHand = await start('', { state: null }, { trigger: 'manual' });
  expect(await given()).toEqual([byHand]);
});

test('any number of processes give one turn only', async () => {
  await limit(3, 1);
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await start(`k${n % 10}`));
  for (let round = 0; round < 10; round++) {
    await Promise.all(Array.from({ length: 8 }, () => settleTurns(id)));
    const { rows } = await pool().query(
      'SELECT id::text, turn_key FROM runtime.execution WHERE turn_at IS NOT NULL',
    );
    expect(rows.length).toBe(3);
    expect(new Set(rows.map((row) => row.turn_key)).size).toBe(3);
    await ends(...rows.map((row) => row.id));
  }
  expect((await pool().query('SELECT FROM runtime.execution')).rowCount).toBe(0);
});

test('the newest replaces the one of its key that waits', async () => {
  await limit(null, 1, 'replace');
  const [a1, a2, b1] = [await start('a'), await start('a'), await start('b')];
  expect(await given()).toEqual([a1, b1].sort());
  expect(await stateOf(a2)).toBe('waiting');
  const a3 = await start('a');
  await passOverTurns();
  const [replaced, ...others] = await claimQueue(10);
  expect(others).toEqual([]);
  expect(replaced).toMatchObject({ cancelled: true, endReason: 'replaced', row: { executionId: a2 } });
  await ends(a1);
  expect(await given()).toEqual([a3]);
});

test('what is beyond the limit is skipped, and nothing that has room', async () => {
  await limit(1, null, 'skip');
  const [a, b] = [await start(), await start()];
  await passOverTurns();
  const claimed = await claimQueue(10);
  expect(claimed.map(({ row, endReason }) => [row.executionId, endReason])).toEqual([
    [a, null],
    [b, 'skipped'],
  ]);
  await ends(a, b);
  const c = await start();
  expect(await given()).toEqual([c]);
});

test('a higher limit lets more go, and none lets all go', async () => {
  await limit(1, null);
  const ids = [await start(), await start(), await start(), await start()];
  expect(await given()).toEqual([ids[0]]);
  await limit(2, null);
  expect(await given()).toEqual([ids[1]]);
  await pool().query('DELETE FROM runtime.run_limit');
  expect(await given()).toEqual([ids[2], ids[3]].sort());
});

test('a cancelled one leaves the line and ends', async () => {
  await limit(1, null);
  const [first, second] = [await start(), await start()];
  expect(await given()).toEqual([first]);
  await cancelExecution(mill.writer, second);
  const [cancelled] = await claimQueue(10);
  expect(cancelled).toMatchObject({ cancelled: true, endReason: null, row: { executionId: second } });
});

test('what is held waits for the hold first, and lines up after it', async () => {
  await limit(1, null);
  const [first, second] = [await start(), await start()];
  expect(await given()).toEqual([first]);
  const hold = await pool().query(
    'INSERT INTO runtime.hold (id, workspace_id, workflow_id) VALUES (gen_random_uuid(), $1, $2) RETURNING id',
    [mill.workspaceId, id],
  );
  await ends(first);
  expect(await given()).toEqual([]);
  expect(await stateOf(second)).toBe('held');
  const third = await start();
  await pool().query('DELETE FROM runtime.hold WHERE id = $1', [hold.rows[0].id]);
  await pool().query(`UPDATE runtime.execution SET state = 'queued', hold_id = NULL WHERE id = $1`, [second]);
  expect(await claimQueue(10)).toEqual([]);
  expect(await given()).toEqual([second]);
  expect(await stateOf(third)).toBe('waiting');
});

const HOUR_MS = 3_600_000;
/** The time of those that wait for it comes. */
const anHourPasses = () =>
  pool().query(
    `UPDATE runtime.execution SET start_at = start_at - interval '1 hour', expires_at = expires_at - interval '1 hour'`,
  );

test('a delayed start waits for its time, and then for its turn', async () => {
  await limit(1, null);
  const inAnHour = { state: QUEUE_STATE.is.delayed, startAtMs: Date.now() + HOUR_MS - 5_000 };
  const late = await start('', inAnHour);
  const early = await start();
  expect(await queueDueRuns()).toBeGreaterThan(HOUR_MS - 120_000);
  expect(await given()).toEqual([early]);
  await anHourPasses();
  await passOverTurns();
  expect(await claimQueue(10)).toEqual([]);
  expect(await stateOf(late)).toBe('waiting');
  await ends(early);
  expect(await given()).toEqual([late]);
});

test('one that waits past its time to live ends without a run, wherever it waits', async () => {
  await limit(1, null);
  const expiresAtMs = Date.now() + HOUR_MS - 5_000;
  const first = await start();
  expect(await given()).toEqual([first]);
  const [inLine, inTime] = [await start('', { expiresAtMs }), await start()];
  const inQueue = await start('', { state: null, expiresAtMs }, { trigger: 'manual' });
  await anHourPasses();
  await passOverTurns();
  const claimed = await claimQueue(10);
  expect(claimed.map(({ row, endReason }) => [row.executionId, endReason]).sort()).toEqual(
    [
      [inLine, 'expired'],
      [inQueue, 'expired'],
    ].sort(),
  );
  await ends(first);
  expect(await given()).toEqual([inTime]);
});

test('each ends in a log that says why, as cancelled and not as a failure', async () => {
  await limit(1, null, 'replace');
  const first = await start();
  expect(await given()).toEqual([first]);
  const replaced = await start();
  await start();
  const expired = await start('', { state: null, expiresAtMs: Date.now() - 1_000 }, { trigger: 'manual' });
  await passOverTurns();
  const queue = startWorkQueue();
  try {
    const logged = async () =>
      (
        await pool().query(
          `SELECT l.execution_id::text AS id, l.level, p.error::jsonb ->> 'code' AS code
           FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
           WHERE l.workflow_id = $1 ORDER BY 3`,
          [id],
        )
      ).rows;
    await expect.poll(logged).toEqual([
      { id: expired, level: 'cancelled', code: 'EXPIRED' },
      { id: replaced, level: 'cancelled', code: 'REPLACED' },
    ]);
  } finally {
    await queue.stop(5_000);
  }
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat, thisProcess } from '../../../platform/postgres/process-lease';
import { insertExecutions } from '../recording/insert-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import { RECORD_STALL } from '../shapes/stall-error';
import { claimQueue } from '../testing/claim-queue';
import { sampleRow } from '../testing/sample-row';
import { becomeSteady } from '../testing/steady-process';
import { recoverExecutions, recoverOwnExecutions, takeOverFrom } from './recover-executions';

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
  await becomeSteady();
});
beforeEach(() => pool().query('DELETE FROM runtime.execution'));
afterAll(async () => {
  await pool().query('DELETE FROM runtime.execution');
  await stopHeartbeat();
  await closeDatabase();
});

const execution = (mode: ExecutionRow['mode'], acceptedAtMs = Date.now()): ExecutionRow =>
  sampleRow({ mode, acceptedAtMs, input: '{"n":1}' });

/** Stores a process whose last heartbeat was that many seconds ago. */
async function processHeardOf(secondsAgo: number): Promise<string> {
  const id = newId();
  await pool().query(
    `INSERT INTO runtime.process (id, kind, heartbeat_at)
      VALUES ($1, 'worker', now() - make_interval(secs => $2))`,
    [id, secondsAgo],
  );
  return id;
}

const stateOf = async (id: string) =>
  (await pool().query('SELECT state, owner, takeovers FROM runtime.execution WHERE id = $1', [id])).rows[0] ??
  null;

const logOf = async (id: string) =>
  (
    await pool().query(
      `SELECT l.level, p.error FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
        WHERE l.execution_id = $1`,
      [id],
    )
  ).rows;

test('queued executions of a dead process go back to the queue', async () => {
  const row = execution('async');
  await insertExecutions(pool(), [row], await processHeardOf(60));
  expect(await recoverExecutions()).toEqual({ requeued: 1, interrupted: 0 });
  expect(await stateOf(row.executionId)).toEqual({ state: 'queued', owner: null, takeovers: 1 });
  const [claimed] = await claimQueue(10);
  expect(claimed).toMatchObject({ row: { executionId: row.executionId, input: '{"n":1}' }, begun: true });
});

test('a synchronous execution of a dead process is logged as interrupted, once', async () => {
  const row = execution('sync');
  await insertExecutions(pool(), [row], await processHeardOf(60));
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 1 });
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 0 });
  expect(await stateOf(row.executionId)).toBeNull();
  const logs = await logOf(row.executionId);
  expect(logs).toHaveLength(1);
  expect(JSON.parse(logs[0].error)).toMatchObject({ code: 'INTERRUPTED' });
});

test('what a process left that was seen to end is taken over at once, and nothing else', async () => {
  const [row, others] = [execution('async'), execution('async')];
  const ended = await processHeardOf(0);
  await insertExecutions(pool(), [row], ended);
  await insertExecutions(pool(), [others], await processHeardOf(0));
  expect(await takeOverFrom(ended)).toEqual({ requeued: 1, interrupted: 0 });
  expect(await stateOf(row.executionId)).toEqual({ state: 'queued', owner: null, takeovers: 1 });
  expect((await stateOf(others.executionId)).state).toBe('running');
  expect(await takeOverFrom(ended)).toEqual({ requeued: 0, interrupted: 0 });
});

test('a run that an event loop stood still on is claimed for a process of its own', async () => {
  const [row, neighbour] = [execution('async'), execution('async')];
  const owner = await processHeardOf(60);
  await insertExecutions(pool(), [row, neighbour], owner);
  await pool().query(RECORD_STALL, [[row.executionId, row.executionId], owner]);
  await recoverExecutions();
  const claimed = await claimQueue(10);
  const found = claimed.map((one) => [one.row.executionId, one.isLarge, one.standstills]);
  expect(new Set(found)).toEqual(
    new Set([
      [row.executionId, true, 1],
      [neighbour.executionId, false, 0],
    ]),
  );
});

test('one that its caller waited for when the loop stood still ends in words for its author', async () => {
  const row = execution('sync');
  const owner = await processHeardOf(60);
  await insertExecutions(pool(), [row], owner);
  await pool().query(RECORD_STALL, [[row.executionId], owner]);
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 1 });
  const [log] = await logOf(row.executionId);
  expect(JSON.parse(log.error)).toMatchObject({ code: 'RUN_STOOD_STILL' });
});

test('only who runs an execution notes that its loop stands still', async () => {
  const row = execution('async');
  await insertExecutions(pool(), [row], await processHeardOf(0));
  const { rowCount } = await pool().query(RECORD_STALL, [[row.executionId], newId()]);
  expect(rowCount).toBe(0);
});

test('a process that is alive keeps its executions', async () => {
  const row = execution('async');
  await insertExecutions(pool(), [row], await processHeardOf(3));
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 0 });
  expect((await stateOf(row.executionId)).state).toBe('running');
});

test('one that killed three processes is given up with a log', async () => {
  const row = execution('async');
  await insertExecutions(pool(), [row], await processHeardOf(60));
  await pool().query('UPDATE runtime.execution SET takeovers = 3 WHERE id = $1', [row.executionId]);
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 1 });
  expect(await logOf(row.executionId)).toHaveLength(1);
});

test('several claimers share the queue, oldest first, nothing twice', async () => {
  const workspaceId = newId();
  const rows = Array.from({ length: 30 }, (_, index) => {
    return { ...execution('async', Date.now() - 30_000 + index), workspaceId };
  });
  await insertExecutions(pool(), rows, null);
  const first = await claimQueue(5);
  expect(first.map(({ row }) => row.executionId).sort()).toEqual(
    rows
      .slice(0, 5)
      .map((row) => row.executionId)
      .sort(),
  );
  const rest = (await Promise.all([claimQueue(20), claimQueue(20)])).flat();
  const ids = [...first, ...rest].map(({ row }) => row.executionId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(30);
});

test('a process takes nothing over before it has been heard of for a full lease without a gap', async () => {
  const row = execution('async');
  await insertExecutions(pool(), [row], await processHeardOf(60));
  const steadySince = (secondsAgo: number, heardOf = 0) =>
    pool().query(
      `UPDATE runtime.process SET steady_since = now() - make_interval(secs => $2),
        heartbeat_at = now() - make_interval(secs => $3)
       WHERE id = $1`,
      [thisProcess().id, secondsAgo, heardOf],
    );
  await steadySince(5);
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 0 });
  await steadySince(60, 30); // its own heartbeats were lost with everybody's
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 0 });
  await steadySince(11);
  expect(await recoverExecutions()).toEqual({ requeued: 1, interrupted: 0 });
  await becomeSteady();
});

test('while the database has no room for another connection, nobody is taken for dead', async () => {
  const row = execution('async');
  await insertExecutions(pool(), [row], await processHeardOf(60));
  const me = thisProcess();
  const { timing } = me;
  me.timing = { ...timing, freeConnections: 100_000 };
  const isSteady = async () => {
    const { rows } = await pool().query(
      `SELECT steady_since < now() - interval '20 seconds' AS steady FROM runtime.process WHERE id = $1`,
      [me.id],
    );
    return rows[0].steady;
  };
  await expect.poll(isSteady).toBe(false);
  expect(await recoverExecutions()).toEqual({ requeued: 0, interrupted: 0 });
  me.timing = timing;
  await becomeSteady();
  expect(await recoverExecutions()).toEqual({ requeued: 1, interrupted: 0 });
});

test('what a process owns and knows nothing of is found again: requeued, or ended in a log', async () => {
  const [lost, waited, young] = [execution('async'), execution('sync'), execution('async')];
  const old = { acceptedAtMs: Date.now() - 20_000 };
  await insertExecutions(pool(), [{ ...lost, ...old }, { ...waited, ...old }, young], thisProcess().id);
  expect(await recoverOwnExecutions()).toEqual({ requeued: 1, interrupted: 1 });
  expect(await stateOf(lost.executionId)).toEqual({ state: 'queued', owner: null, takeovers: 0 });
  expect(await stateOf(waited.executionId)).toBeNull();
  expect(await logOf(waited.executionId)).toHaveLength(1);
  expect((await stateOf(young.executionId)).state).toBe('running');
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { deleteWorkspace } from '../removal/delete-workspace';
import { lookAfterHeld, passOverHolds } from '../runs/holding/hold-loop';
import { claimsByTurns } from '../runs/queue/claim-turns';
import { startWorkQueue } from '../runs/queue/work-queue';
import { cancelExecution } from '../runs/reading/get-execution';
import { insertExecutions } from '../runs/recording/insert-executions';
import type { NewExecution } from '../runs/shapes/execution-row';
import { claimQueue } from '../runs/testing/claim-queue';
import { sampleRow } from '../runs/testing/sample-row';
import { workflowIn } from '../runs/testing/workflow-in';
import { discardHeldOfWorkflow, discardHeldOfWorkspace } from './discard-held';
import { getWorkflowHold, getWorkspaceHold, listHolds } from './get-hold';
import { holdWorkflow, holdWorkspace } from './hold';
import { releaseWorkflow, releaseWorkspace } from './release-hold';

let mill: TestWorkspace;
let id: string;
let other: string;
let acceptedAtMs = Date.now() - 60_000;

const answering = () => workflowIn(mill, [{ type: 'response', config: { body: '1' } }]);

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.execution');
  await pool().query('DELETE FROM runtime.hold');
  mill = await mintWorkspace();
  [id, other] = [await answering(), await answering()];
});
afterAll(async () => {
  await pool().query('DELETE FROM runtime.execution');
  await stopHeartbeat();
  await closeDatabase();
});

/** Queues a start that a moment later than the one before was accepted. @returns the execution's id */
async function start(workflowId: string, trigger: NewExecution['trigger'] = 'webhook'): Promise<string> {
  acceptedAtMs += 1;
  const { workspaceId, owner } = mill;
  const of = { workspaceId, workflowId, holderId: owner.userId };
  const row = sampleRow({ ...of, trigger, mode: 'async', acceptedAtMs });
  await insertExecutions(pool(), [row], null);
  return row.executionId;
}

/** Returns the ids of what may run, in the order in which it is given out. */
async function claimed(): Promise<string[]> {
  const ids: string[] = [];
  for (let isLeft = true; isLeft; ) {
    const [one] = await claimQueue(1);
    if (one !== undefined) ids.push(one.row.executionId);
    isLeft = one !== undefined || (await countOf('queued')) > 0;
  }
  return ids;
}

const countOf = async (state: string): Promise<number> =>
  (await pool().query('SELECT FROM runtime.execution WHERE state = $1', [state])).rowCount!;
const stateOf = async (executionId: string): Promise<string | undefined> =>
  (await pool().query('SELECT state FROM runtime.execution WHERE id = $1', [executionId])).rows[0]?.state;
const logsOf = async (workflowId: string): Promise<string[]> =>
  (
    await pool().query('SELECT execution_id::text AS id, level FROM runtime.log WHERE workflow_id = $1', [
      workflowId,
    ])
  ).rows.map((row) => `${row.id} ${row.level}`);

const hold = (workflowId = id, reason = '') =>
  holdWorkflow(mill.writer, { id: workflowId, reason, waitingCallers: 'refuse' });
const holdAll = () =>
  holdWorkspace(mill.admin, { workspaceId: mill.workspaceId, reason: '', waitingCallers: 'refuse' });
const waiting = async (workflowId = id): Promise<number | undefined> =>
  (await getWorkflowHold(mill.reader, { id: workflowId })).data?.waiting;

const LOCK_WAITS = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;

/** Settles once a statement waits for a lock that somebody else has. */
async function oneWaits(): Promise<void> {
  await expect.poll(async () => (await pool().query(LOCK_WAITS)).rowCount).toBe(1);
}

async function passAll(): Promise<void> {
  for (let more = true; more; ) ({ more } = await passOverHolds());
}
/** Makes the next step of a release due, whatever its rate. */
async function nextStep(): Promise<void> {
  await pool().query('UPDATE runtime.hold SET next_release_at = now() WHERE released_at IS NOT NULL');
  await passOverHolds();
}

test('who may hold, release and discard, and who may look', async () => {
  const { workspaceId } = mill;
  const writing = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  const settings = { reason: 'Moved', waitingCallers: 'queue' } as const;
  await expectOutcomes(mill, (actor) => holdWorkflow(actor, { id, ...settings }), writing);
  await expectOutcomes(mill, (actor) => discardHeldOfWorkflow(actor, { id }), writing);
  await expectOutcomes(mill, (actor) => releaseWorkflow(actor, { id }), writing);
  const leading = { stranger: 'forbidden', reader: 'forbidden', writer: 'forbidden', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => holdWorkspace(actor, { workspaceId, ...settings }), leading);
  await expectOutcomes(mill, (actor) => discardHeldOfWorkspace(actor, { workspaceId }), leading);
  await expectOutcomes(mill, (actor) => releaseWorkspace(actor, { workspaceId }), leading);
  const reading = { stranger: 'not_found', reader: 'done' } as const;
  await expectOutcomes(mill, (actor) => getWorkflowHold(actor, { id }), reading);
  const listing = { stranger: 'forbidden', reader: 'done' } as const;
  await expectOutcomes(mill, (actor) => listHolds(actor, { workspaceId }), listing);
  await expectOutcomes(mill, (actor) => getWorkspaceHold(actor, { workspaceId }), listing);
});

test('starts of before and after wait, and are counted with reason and person', async () => {
  const before = await start(id);
  expect((await hold(id, 'The shop is being moved')).data).toMatchObject({
    workflowId: id,
    reason: 'The shop is being moved',
    waitingCallers: 'refuse',
    heldBy: { id: mill.writer.userId, name: 'writer' },
    waiting: 1,
    release: null,
  });
  const after = await start(id, 'schedule');
  expect(await claimed()).toEqual([]);
  expect([await stateOf(before), await stateOf(after), await waiting()]).toEqual(['held', 'held', 2]);
  const events = await prisma().auditEvent.findMany({ where: { target: id, action: 'workflow.held' } });
  expect(events.map(({ userId, detail }) => [userId, detail])).toEqual([
    [mill.writer.userId, { reason: 'The shop is being moved', waitingCallers: 'refuse' }],
  ]);
});

test('the claim alone keeps a start, also when no process knows of the hold', async () => {
  const early = await start(id);
  await pool().query('INSERT INTO runtime.hold (id, workspace_id, workflow_id) VALUES ($1, $2, $3)', [
    newId(),
    mill.workspaceId,
    id,
  ]);
  expect(await claimQueue(10)).toEqual([]);
  expect(await stateOf(early)).toBe('held');
});

test('other workflows, people in the editor and what has begun are not kept', async () => {
  const begun = await start(id);
  expect(await claimed()).toEqual([begun]);
  await pool().query(`UPDATE runtime.execution SET state = 'queued', owner = NULL WHERE id = $1`, [begun]);
  await hold();
  await start(id);
  const [byHand, another] = [await start(id, 'manual'), await start(other)];
  expect(await claimed()).toEqual([begun, byHand, another]);
  expect(await waiting()).toBe(1);
});

test('a claim full of held starts goes on to what may run', async () => {
  await hold();
  for (let n = 0; n < 5; n += 1) await start(id);
  const runs = await start(other);
  expect(await claimed()).toEqual([runs]);
  expect(await countOf('held')).toBe(5);
});

test('room that a held start leaves free is given out at once', async () => {
  await insertExecutions(pool(), [sampleRow({ mode: 'async' })], null);
  const busy = await claimQueue(1); // another workspace's
  await hold();
  await start(id);
  const runs = await start(other);
  const { claim } = claimsByTurns(2, { most: 1, free: 1 });
  expect(await claim(1, busy)).toEqual({ items: [], more: true });
  const { items } = await claim(1, busy);
  expect(items.map(({ row }) => row.executionId)).toEqual([runs]);
});

test('a release goes on in order, what arrives meanwhile stands behind, and then the hold is gone', async () => {
  await hold();
  const first = [await start(id), await start(id)];
  await lookAfterHeld();
  const released = await releaseWorkflow(mill.writer, { id, perMinute: 1 });
  expect(released.data?.release).toEqual({ startedAt: expect.any(String), perMinute: 1 });
  await passOverHolds();
  expect(await waiting()).toBe(1);
  const last = await start(id);
  expect(await claimed()).toEqual([first[0]]);
  expect(await waiting()).toBe(2);
  await passOverHolds(); // not due yet
  expect(await claimed()).toEqual([]);
  await nextStep();
  expect(await claimed()).toEqual([first[1]]);
  await nextStep();
  await nextStep();
  expect(await claimed()).toEqual([last]);
  expect(await getWorkflowHold(mill.reader, { id })).toEqual({ data: null });
  const free = await start(id);
  expect(await claimed()).toEqual([free]);
});

test('without a rate all of it goes on', async () => {
  await hold();
  const ids = [await start(id), await start(id), await start(id)];
  await lookAfterHeld();
  await releaseWorkflow(mill.writer, { id });
  await passAll();
  expect(await claimed()).toEqual(ids);
  expect(await refusalOf(releaseWorkflow(mill.writer, { id }))).toBe('conflict');
});

test('what is let go has been queued since then, so that no alert of an old queue goes off', async () => {
  await hold();
  const [cancelled] = [await start(id), await start(id)];
  await lookAfterHeld();
  const { rows } = await pool().query<{ now: Date }>('SELECT clock_timestamp() AS now');
  await cancelExecution(mill.writer, cancelled);
  await releaseWorkflow(mill.writer, { id });
  await passAll();
  const older = 'SELECT FROM runtime.execution WHERE coalesce(wake_at, accepted_at) < $1';
  expect((await pool().query(older, [rows[0]!.now])).rowCount).toBe(0);
  expect(await countOf('queued')).toBe(2);
});

test('held again during a release: what is queued and not claimed waits again, in its place', async () => {
  await hold(id, 'First');
  const ids = [await start(id), await start(id)];
  await lookAfterHeld();
  await releaseWorkflow(mill.writer, { id, perMinute: 1 });
  await passOverHolds();
  expect(await countOf('queued')).toBe(1);
  const again = await holdWorkflow(mill.admin, { id, reason: 'Second', waitingCallers: 'queue' });
  expect(again.data).toMatchObject({
    reason: 'Second',
    heldBy: { name: 'admin' },
    release: null,
    waiting: 2,
  });
  await nextStep();
  expect(await claimed()).toEqual([]);
  await releaseWorkflow(mill.writer, { id });
  await passAll();
  expect(await claimed()).toEqual(ids);
});

test('what a claim takes for a hold that has just ended goes back to the queue', async () => {
  const lost = await start(id);
  await pool().query(`UPDATE runtime.execution SET state = 'held', hold_id = $2 WHERE id = $1`, [
    lost,
    newId(),
  ]);
  await lookAfterHeld();
  expect(await claimed()).toEqual([lost]);
});

test('a workspace is held with all its workflows, and a workflow of it can stay held', async () => {
  await holdAll();
  const [own, anothers] = [await start(id), await start(other)];
  await hold();
  expect(await claimed()).toEqual([]);
  const { data } = await listHolds(mill.reader, mill);
  expect(data.map((one) => [one.workflowId, one.waiting])).toEqual([
    [null, 2],
    [id, 0],
  ]);
  await releaseWorkspace(mill.admin, { workspaceId: mill.workspaceId });
  await passAll();
  expect(await claimed()).toEqual([anothers]);
  expect([await stateOf(own), await waiting()]).toEqual(['held', 1]);
});

test('discarded and cancelled ones each end in a log, and the hold stays', async () => {
  await hold();
  const [cancelled, ...discarded] = [await start(id), await start(id), await start(id)];
  await lookAfterHeld();
  await cancelExecution(mill.writer, cancelled);
  expect((await discardHeldOfWorkflow(mill.writer, { id })).data).toEqual({ discarded: 2, waiting: 0 });
  expect((await discardHeldOfWorkflow(mill.writer, { id })).data).toEqual({ discarded: 0, waiting: 0 });
  const queue = startWorkQueue();
  await expect.poll(() => logsOf(id)).toHaveLength(3);
  await queue.stop(5_000);
  expect((await logsOf(id)).toSorted()).toEqual(
    [cancelled, ...discarded].map((executionId) => `${executionId} cancelled`).toSorted(),
  );
  expect(await waiting()).toBe(0);
  const events = await prisma().auditEvent.findMany({
    where: { action: 'workflow.held_runs_discarded', target: id },
  });
  expect(events.map(({ detail }) => detail)).toEqual([{ runs: 2 }]);
});

test('with a workflow its hold is deleted, and what waits ends in a log', async () => {
  await holdAll();
  await hold();
  const ids = [await start(id)];
  await lookAfterHeld();
  ids.push(await start(id)); // still in the queue
  await deleteWorkflow(mill.writer, { id });
  const queue = startWorkQueue();
  await expect.poll(() => logsOf(id)).toHaveLength(2);
  await queue.stop(5_000);
  expect((await logsOf(id)).toSorted()).toEqual(ids.map((one) => `${one} cancelled`).toSorted());
  expect((await listHolds(mill.reader, mill)).data.map(({ workflowId }) => workflowId)).toEqual([null]);
  expect(await refusalOf(hold())).toBe('not_found');
});

test('with a workspace its holds and what waits are deleted', async () => {
  const { workspaceId, owner } = mill;
  await hold();
  await start(id);
  await lookAfterHeld();
  await deleteWorkspace(owner, { id: workspaceId, name: 'Mill' });
  const left = await pool().query('SELECT FROM runtime.hold WHERE workspace_id = $1', [workspaceId]);
  expect([left.rowCount, await countOf('held')]).toEqual([0, 0]);
});

test('a workspace that is deleted meanwhile is not held, and neither waits for the other for ever', async () => {
  const { workspaceId } = mill;
  await holdAll();
  const { holding } = await inTransaction(pool(), async (deletion) => {
    await deletion.query('DELETE FROM runtime.hold WHERE workspace_id = $1', [workspaceId]);
    const outcome = refusalOf(holdAll());
    await oneWaits();
    await deletion.query('DELETE FROM workspace WHERE id = $1', [workspaceId]);
    return { holding: outcome };
  });
  expect(await holding).toBe('forbidden');
  expect((await pool().query('SELECT FROM runtime.hold')).rowCount).toBe(0);
});

test('the deletion of a workspace waits for the step of a release, which does not wait for it', async () => {
  const { workspaceId, owner } = mill;
  await hold();
  await start(id);
  await lookAfterHeld();
  const { deleting } = await inTransaction(pool(), async (step) => {
    await step.query('SELECT FROM runtime.hold WHERE workspace_id = $1 FOR UPDATE', [workspaceId]);
    const outcome = refusalOf(deleteWorkspace(owner, { id: workspaceId, name: 'Mill' }));
    await oneWaits();
    await step.query('SELECT FROM runtime.execution WHERE workspace_id = $1 FOR UPDATE', [workspaceId]);
    return { deleting: outcome };
  });
  expect(await deleting).toBe('done');
  expect(await countOf('held')).toBe(0);
});

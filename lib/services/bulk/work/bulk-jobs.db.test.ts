import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../../accounts/testing/refusals';
import { byKey } from '../../accounts/testing/test-workspace';
import { groupFailures } from '../../error-groups/group-failures';
import { groupOfLog } from '../../error-groups/testing/failing-workspace';
import { deleteWorkflow } from '../../removal/delete-workflow';
import { insertExecutions } from '../../runs/recording/insert-executions';
import { sampleRow } from '../../runs/testing/sample-row';
import { workflowIn } from '../../runs/testing/workflow-in';
import { forgetOldJobs } from '../forget-jobs';
import { pauseBulkJob, resumeBulkJob, stopBulkJob } from '../jobs/change-job';
import { countBulk } from '../jobs/count-selected';
import { listBulkItems, listBulkJobs } from '../jobs/read-jobs';
import { BulkSelection } from '../schema';
import { type BulkMill, mintBulkMill, stepOn, stepOnce } from '../testing/bulk-mill';
import { claimJobs, releaseJob } from './claim-jobs';
import { takeStep } from './take-step';

let mill: BulkMill;
let workflowId: string;
const { signal } = new AbortController();
const AGAIN = { kind: 'run-again', version: 'draft', select: { filter: { level: 'error' } } };

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.bulk_job');
  await pool().query('DELETE FROM runtime.execution');
  mill = await mintBulkMill();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  workflowId = await workflowIn(mill, [{ type: 'response', config: { body: '1' } }]);
});
afterAll(async () => {
  await pool().query('DELETE FROM runtime.execution');
  await stopHeartbeat();
  await closeDatabase();
});

/** The new runs in the queue, with the log that each repeats. */
async function queued(): Promise<Array<{ input: string; of_log_id: string | null }>> {
  const { rows } = await pool().query(
    `SELECT e.input, r.of_log_id::text FROM runtime.execution e
     LEFT JOIN runtime.repeated_run r ON r.log_id = e.log_id WHERE e.workspace_id = $1 ORDER BY e.accepted_at`,
    [mill.workspaceId],
  );
  return rows;
}
const items = async (id: string) => (await listBulkItems(mill.reader, { id, limit: 1_000 })).data;

test('each run starts again once, linked to its origin, although two workers work on the job at once', async () => {
  const logIds = await mill.fail(workflowId, 130);
  const { id, matching } = await mill.start(AGAIN);
  expect(matching).toBe(130);
  const work = async () => {
    while ((await mill.report(id)).state === 'running') await stepOnce();
  };
  await Promise.all([work(), work(), work()]);
  const runs = await queued();
  expect(runs.map((run) => run.of_log_id).toSorted()).toEqual(logIds.toSorted());
  expect(new Set(runs.map(({ input }) => input)).size).toBe(130);
  const report = await mill.report(id);
  expect(report).toMatchObject({ state: 'finished', total: 130, done: 130, problem: null });
  expect(report.groups).toMatchObject([{ outcome: 'started', runs: 130 }]);
  expect(report.newRuns).toMatchObject({ unfinished: 130, success: 0 });
  const done = await items(id);
  expect(new Set(done.map(({ newExecutionId }) => newExecutionId)).size).toBe(130);
});

test('a process that dies leaves its step undone; one that only stood still changes nothing afterwards', async () => {
  await mill.fail(workflowId, 3);
  const { id } = await mill.start({ ...AGAIN, perSecond: 1 });
  await stepOnce(); // lists them
  for (const done of [1, 2, 3]) {
    await pool().query('UPDATE runtime.bulk_job SET next_at = now()');
    const [lost] = await claimJobs(1);
    expect(await claimJobs(1)).toEqual([]); // it is alive
    await pool().query('UPDATE runtime.bulk_job SET lease_owner = gen_random_uuid()');
    const [taken] = await claimJobs(1);
    expect(taken?.id).toBe(lost?.id);
    expect(await takeStep(lost!, signal)).toBeNull();
    expect(await queued()).toHaveLength(done - 1);
    const next = await takeStep(taken!, signal);
    expect(await queued()).toHaveLength(done);
    await releaseJob(next!);
  }
  await stepOn();
  expect(await mill.report(id)).toMatchObject({ state: 'finished', done: 3, total: 3 });
});

test('paused it starts nothing more, even with a step under way; it goes on where it was, and stops for good', async () => {
  await mill.fail(workflowId, 5);
  const { id } = await mill.start({ ...AGAIN, perSecond: 1 });
  await stepOnce();
  await stepOnce();
  expect(await queued()).toHaveLength(1);
  await pool().query(`UPDATE runtime.bulk_job SET next_at = now()`);
  const [underWay] = await claimJobs(1);
  expect((await pauseBulkJob(mill.writer, { id })).data.state).toBe('paused');
  expect(await takeStep(underWay!, signal)).toBeNull();
  await stepOn();
  expect(await queued()).toHaveLength(1);
  expect(await refusalOf(pauseBulkJob(mill.writer, { id }))).toBe('conflict');
  expect((await resumeBulkJob(mill.writer, { id, perSecond: 2 })).data).toMatchObject({ perSecond: 2 });
  await stepOnce();
  expect(await queued()).toHaveLength(3);
  expect((await stopBulkJob(mill.writer, { id })).data).toMatchObject({
    state: 'stopped',
    done: 3,
    total: 5,
  });
  await stepOn();
  expect(await queued()).toHaveLength(3);
  expect(await refusalOf(resumeBulkJob(mill.writer, { id }))).toBe('conflict');
  const events = await prisma().auditEvent.findMany({ where: { target: id }, orderBy: { createdAt: 'asc' } });
  expect(events.map(({ action }) => action)).toEqual([
    'bulk.started',
    'bulk.paused',
    'bulk.resumed',
    'bulk.stopped',
  ]);
});

test('runs of a workflow that is deleted meanwhile are refused in words, and the others start', async () => {
  const other = await workflowIn(mill, [{ type: 'response', config: { body: '2' } }]);
  await mill.fail(workflowId, 2);
  await mill.fail(other, 2);
  const { id } = await mill.start(AGAIN);
  await stepOnce();
  await deleteWorkflow(mill.writer, { id: other });
  await stepOn();
  expect(await queued()).toHaveLength(2);
  const refused = (await items(id)).filter(({ outcome }) => outcome === 'refused');
  expect(refused).toHaveLength(2);
  expect(refused[0]?.message).toMatch(/not found/i);
  expect((await mill.report(id)).state).toBe('finished');
});

test('what is selected by ids, by an error group and by a filter, and what is not there', async () => {
  const logIds = await mill.fail(workflowId, 4);
  await pool().query('UPDATE runtime.log SET workflow_version = 1 WHERE id = ANY ($1)', [logIds]);
  while (await groupFailures(mill.workspaceId));
  const errorGroupId = await groupOfLog(logIds[0]!);
  const count = async (select: object) =>
    (await countBulk(mill.reader, { workspaceId: mill.workspaceId, select: BulkSelection.parse(select) }))
      .data;
  expect(await count({ errorGroupId })).toMatchObject({ matching: 4, isMore: false, exact: true });
  expect(await count({ filter: { level: 'error', workflowIds: [workflowId] } })).toMatchObject({
    matching: 4,
  });
  expect(await count({ filter: { level: 'info' } })).toMatchObject({ matching: 0 });
  expect(await count({ logIds: [logIds[0], newId(), 'x'] })).toMatchObject({ matching: 1 });
  const byGroup = await mill.start({ ...AGAIN, select: { errorGroupId } });
  const byIds = await mill.start({ ...AGAIN, select: { logIds: [logIds[0], newId()] } });
  await stepOn();
  expect((await mill.report(byGroup.id)).groups).toMatchObject([{ outcome: 'started', runs: 4 }]);
  const named = await items(byIds.id);
  expect(named.map(({ outcome }) => outcome)).toEqual(['started', 'gone']);
  expect(
    (await listBulkJobs(mill.reader, { workspaceId: mill.workspaceId, limit: 1 })).nextCursor,
  ).not.toBeNull();
});

test('bad input: nothing matches, the same job again, other kinds of things, too low a role', async () => {
  await mill.fail(workflowId, 1);
  await mill.start(AGAIN);
  expect(await refusalOf(mill.start(AGAIN))).toBe('conflict');
  for (const asked of [
    { ...AGAIN, select: { filter: { level: 'info' } } },
    { kind: 'cancel', select: { filter: {} } },
    { kind: 'delete', version: 'live', select: { filter: {} } },
    { kind: 'run-again', select: { executions: {} } },
  ])
    expect(await refusalOf(mill.start(asked, mill.admin))).toBe('invalid_request');
  expect(() => BulkSelection.parse({})).toThrow('Give one of');
  expect(() => BulkSelection.parse({ filter: { levl: 'error' } })).toThrow();
  const all = { kind: 'delete', select: { filter: {} } };
  await expectOutcomes(mill, (actor) => mill.start(all, actor), {
    stranger: 'forbidden',
    reader: 'forbidden',
    writer: 'forbidden',
    admin: 'done',
  });
  const key = byKey(mill.owner, ['workflows:run']);
  expect(await refusalOf(mill.start({ ...AGAIN, version: 'original' }, key))).toBe('forbidden');
});

test('the plan’s runs a minute are kept: the job waits, says why, and goes on', async () => {
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { customLimits: { asyncPerMinute: 5 } },
  });
  await mill.fail(workflowId, 7);
  const { id } = await mill.start(AGAIN);
  await stepOnce();
  for (let steps = 0; steps < 5; steps += 1) await stepOnce();
  expect(await queued()).toHaveLength(5);
  expect(await mill.report(id)).toMatchObject({
    state: 'running',
    done: 5,
    problem: expect.stringMatching(/^Waiting: /),
  });
  await pool().query('DELETE FROM runtime.rate_window');
  await stepOn();
  expect(await queued()).toHaveLength(7);
  expect(await mill.report(id)).toMatchObject({ state: 'finished', done: 7, problem: null });
});

test('who started it and lost the right: it stops, and says so', async () => {
  await mill.fail(workflowId, 2);
  const { id } = await mill.start(AGAIN);
  await prisma().membership.deleteMany({ where: { userId: mill.writer.userId } });
  await stepOn();
  expect(await mill.report(id)).toMatchObject({
    state: 'stopped',
    problem: expect.stringContaining('no longer a member'),
  });
  expect(await queued()).toEqual([]);
});

test('executions that have not ended are cancelled, also held and parked ones', async () => {
  const of = {
    workspaceId: mill.workspaceId,
    workflowId,
    holderId: mill.owner.userId,
    mode: 'async' as const,
  };
  const rows = [sampleRow(of), sampleRow(of), sampleRow({ ...of, workflowId: newId() })];
  await insertExecutions(pool(), rows, null);
  await pool().query(
    `UPDATE runtime.execution SET state = 'held', hold_id = gen_random_uuid() WHERE id = $1`,
    [rows[0]!.executionId],
  );
  const { id } = await mill.start({ kind: 'cancel', select: { executions: { workflowIds: [workflowId] } } });
  await stepOn();
  const { rows: left } = await pool().query('SELECT cancelled, state FROM runtime.execution ORDER BY id');
  expect(left.filter(({ cancelled }) => cancelled)).toEqual([
    { cancelled: true, state: 'queued' },
    { cancelled: true, state: 'queued' },
  ]);
  expect((await mill.report(id)).groups).toMatchObject([{ outcome: 'cancelled', runs: 2 }]);
});

test('jobs of long ago are forgotten with their items', async () => {
  await mill.fail(workflowId, 1);
  const { id } = await mill.start(AGAIN);
  await stepOn();
  await forgetOldJobs(signal);
  expect((await mill.report(id)).done).toBe(1);
  await pool().query(`UPDATE runtime.bulk_job SET finished_at = now() - interval '31 days' WHERE id = $1`, [
    id,
  ]);
  await forgetOldJobs(signal);
  expect(await refusalOf(mill.report(id))).toBe('not_found');
  expect((await pool().query('SELECT FROM runtime.bulk_item WHERE job_id = $1', [id])).rowCount).toBe(0);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { publishedHook } from '../incoming-webhooks/testing/published-hook';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { becomeSteady } from '../runs/testing/steady-process';
import { workflowIn } from '../runs/testing/workflow-in';
import { fireDueSchedules } from '../schedules/fire-schedules';
import { listSchedules } from '../schedules/list-schedules';
import { runSchedule } from '../schedules/run-schedule';
import { makeDue, scheduledWorkflow } from '../schedules/testing/scheduled-workflow';
import { updateSchedule } from '../schedules/update-schedule';
import { getWorkflow } from '../workflows/get-workflow';
import { makeVersionLive } from './make-version-live';
import { publishWorkflow } from './publish-workflow';
import { unpublishWorkflow } from './unpublish-workflow';

let api: TestApi;
let mill: TestWorkspace;
let headers: Record<string, string>;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  headers = (await mintKey(mill.owner, mill.workspaceId)).headers;
});
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const answering = () => workflowIn(mill, [{ type: 'response', config: { body: '{"n": 1}' } }]);
const published = async (): Promise<string> => {
  const id = await answering();
  await publishWorkflow(mill.writer, { id });
  return id;
};
const run = async (id: string, query = '') =>
  api.call('POST', `/api/v1/workflows/${id}/executions${query}`, headers, { input: {} });
const hourly = { kind: 'every', every: 1, unit: 'hours' };

test('who may take a workflow offline', async () => {
  const id = await published();
  await expectOutcomes(mill, (actor) => unpublishWorkflow(actor, { id }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
    admin: 'done', // it is no change by then
  });
  const events = await prisma().auditEvent.findMany({
    where: { action: 'workflow.unpublished', target: id },
  });
  expect(events.map(({ userId, detail }) => [userId, detail])).toEqual([[mill.writer.userId, { before: 1 }]]);
  expect((await getWorkflow(mill.reader, { id })).data.liveVersion).toBeNull();
});

test('a start without a version is refused in words, and never runs the draft instead', async () => {
  const id = await published();
  await unpublishWorkflow(mill.writer, { id });
  for (const query of ['', '?version=live', '?mode=async']) {
    const { status, body } = await run(id, query);
    expect([query, status, body.code]).toEqual([query, 409, 'conflict']);
    expect(body.detail).toContain('This workflow is unpublished');
  }
  const batch = await api.call('POST', `/api/v1/workflows/${id}/executions/batch`, headers, { inputs: [{}] });
  expect(batch.status).toBe(409);
  expect([(await run(id, '?version=draft')).status, (await run(id, '?version=1')).status]).toEqual([
    200, 200,
  ]);
});

test('a workflow that was never published runs its draft, and has nothing to take offline', async () => {
  const id = await answering();
  expect((await run(id)).status).toBe(200);
  expect(await refusalOf(unpublishWorkflow(mill.writer, { id }))).toBe('conflict');
  expect((await run(id)).status).toBe(200);
});

test('runs that were accepted before go on, and a version can be made live again', async () => {
  const id = await published();
  const { executionId } = await queueByHand(mill.writer, { workflowId: id, input: {} });
  await unpublishWorkflow(mill.writer, { id });
  const left = await pool().query('SELECT state FROM runtime.execution WHERE id = $1', [executionId]);
  expect(left.rows).toEqual([{ state: 'queued' }]);
  await makeVersionLive(mill.writer, { id, number: '1' });
  expect(await runByHand(mill.writer, { workflowId: id, input: {} })).toMatchObject({ output: { n: 1 } });
  await unpublishWorkflow(mill.writer, { id });
  expect((await publishWorkflow(mill.writer, { id })).data.number).toBe(2);
  expect((await run(id)).status).toBe(200);
});

test('senders get 410 and nothing runs; the address is the same afterwards', async () => {
  const { id, path } = await publishedHook(mill, {});
  const post = () => api.call('POST', path, {}, { n: 1 });
  expect((await post()).status).toBe(202);
  await unpublishWorkflow(mill.writer, { id });
  const { status, body } = await post();
  expect([status, body.code]).toEqual([410, 'gone']);
  const runs = await pool().query('SELECT FROM runtime.execution WHERE workflow_id = $1', [id]);
  expect(runs.rowCount).toBe(1);
  await makeVersionLive(mill.writer, { id, number: '1' });
  expect((await post()).status).toBe(202);
});

test('schedules start nothing, and go on with the times to come; a paused one stays paused', async () => {
  const id = await scheduledWorkflow(mill, { hourly, paused: hourly });
  await updateSchedule(mill.writer, { id, blockId: 'paused', paused: true });
  await makeDue([id], -1);
  await unpublishWorkflow(mill.writer, { id });
  await fireDueSchedules();
  const runs = await pool().query('SELECT FROM runtime.execution WHERE workflow_id = $1', [id]);
  expect(runs.rowCount).toBe(0);
  expect((await listSchedules(mill.reader, { id })).data).toEqual([]);
  expect(await refusalOf(runSchedule(mill.writer, { id, blockId: 'hourly' }))).toBe('not_found');
  await makeVersionLive(mill.writer, { id, number: '1' });
  const { data } = await listSchedules(mill.reader, { id });
  expect(data.map(({ blockId, paused, nextAt }) => [blockId, paused, nextAt.length])).toEqual([
    ['hourly', false, 10],
    ['paused', true, 0],
  ]);
  const due = await pool().query(
    'SELECT block_id, look_at > now() AS later FROM runtime.schedule WHERE workflow_id = $1 ORDER BY 1',
    [id],
  );
  expect(due.rows).toEqual([
    { block_id: 'hourly', later: true },
    { block_id: 'paused', later: null },
  ]);
});

test('a schedule that is resumed at the same moment starts nothing afterwards', async () => {
  const id = await scheduledWorkflow(mill, { hourly });
  await updateSchedule(mill.writer, { id, blockId: 'hourly', paused: true });
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  const { resuming } = await inTransaction(pool(), async (unpublishing) => {
    await unpublishing.query('UPDATE workflow SET live_version = NULL WHERE id = $1', [id]);
    await unpublishing.query('UPDATE runtime.schedule SET look_at = NULL WHERE workflow_id = $1', [id]);
    const outcome = refusalOf(updateSchedule(mill.writer, { id, blockId: 'hourly', paused: false }));
    await expect.poll(async () => (await pool().query(waiting)).rowCount).toBe(1);
    return { resuming: outcome };
  });
  expect(await resuming).toBe('not_found');
  const left = await pool().query('SELECT look_at FROM runtime.schedule WHERE workflow_id = $1', [id]);
  expect(left.rows).toEqual([{ look_at: null }]);
});

test('a block that calls it fails in words', async () => {
  const called = await published();
  const calling = await workflowIn(mill, [
    { type: 'workflow', config: { workflowId: called, input: [] } },
    { type: 'response', config: { body: '<b1.data>' } },
  ]);
  await unpublishWorkflow(mill.writer, { id: called });
  expect((await run(calling)).body).toMatchObject({
    status: 'error',
    error: { code: 'WORKFLOW_UNPUBLISHED' },
  });
});

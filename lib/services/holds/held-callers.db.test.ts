import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { publishedHook } from '../incoming-webhooks/testing/published-hook';
import { startHoldLoop } from '../runs/holding/hold-loop';
import { startWorkQueue } from '../runs/queue/work-queue';
import { runByHand } from '../runs/testing/run-by-hand';
import { becomeSteady } from '../runs/testing/steady-process';
import { workflowIn } from '../runs/testing/workflow-in';
import { idOfStep } from '../runs/waits/called-ids';
import { waitToken } from '../runs/waits/wait-links';
import { getWorkflowHold } from './get-hold';
import { holdWorkflow, holdWorkspace } from './hold';
import { releaseWorkflow } from './release-hold';

let api: TestApi;
let mill: TestWorkspace;
let headers: Record<string, string>;
let loops: Array<{ stop(timeoutMs: number): Promise<void> }>;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  loops = [startWorkQueue(), startHoldLoop()];
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  headers = (await mintKey(mill.owner, mill.workspaceId)).headers;
});
afterAll(async () => {
  for (const loop of loops) await loop.stop(5_000);
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const answering = () => workflowIn(mill, [{ type: 'response', config: { body: '{"n": 1}' } }]);
const hold = (id: string, waitingCallers: 'refuse' | 'queue' = 'refuse') =>
  holdWorkflow(mill.writer, { id, reason: 'Moved', waitingCallers });
const run = (id: string, query = '', more: Record<string, string> = {}) =>
  api.call('POST', `/api/v1/workflows/${id}/executions${query}`, { ...headers, ...more }, { input: {} });
const stateOf = async (executionId: unknown) =>
  (await api.call('GET', `/api/v1/executions/${executionId}`, headers)).body.status;
const waiting = async (id: string) => (await getWorkflowHold(mill.reader, { id })).data?.waiting;

test('a caller who waits gets 503 and when to ask again; one who doesn’t, 202 as ever', async () => {
  const id = await answering();
  await hold(id);
  const refused = await run(id);
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    503,
    '60',
    expect.objectContaining({ code: 'unavailable', held: true }),
  ]);
  expect(JSON.stringify(refused.body)).not.toContain('Moved');
  const left = await run(id, '?mode=async');
  expect(left.status).toBe(202);
  await expect.poll(() => stateOf(left.body.executionId)).toBe('held');
  await releaseWorkflow(mill.writer, { id });
  await expect.poll(() => stateOf(left.body.executionId)).toBe('success');
  expect((await run(id)).status).toBe(200);
});

test('a caller may rather have its run wait, by its own choice or that of the hold', async () => {
  const id = await answering();
  await hold(id);
  const chosen = await run(id, '?whenHeld=queue');
  await hold(id, 'queue');
  const byHold = await run(id);
  expect([chosen.status, byHold.status, (await run(id, '?whenHeld=refuse')).status]).toEqual([202, 202, 503]);
  await expect.poll(() => waiting(id)).toBe(2);
  expect((await run(id, '?whenHeld=later')).status).toBe(400);
});

test('a repeated call with its key gets its held run, then its result', async () => {
  const id = await answering();
  await hold(id, 'queue');
  const key = { 'idempotency-key': 'order 7' };
  const first = await run(id, '', key);
  const again = await run(id, '', key);
  expect([first.status, again.status, again.body.executionId]).toEqual([202, 202, first.body.executionId]);
  await releaseWorkflow(mill.writer, { id });
  await expect.poll(() => stateOf(first.body.executionId)).toBe('success');
  const ended = await run(id, '', key);
  expect([ended.status, ended.body.output]).toEqual([200, { n: 1 }]);
});

test('people run a held workflow in the editor', async () => {
  const id = await answering();
  await hold(id);
  expect(await runByHand(mill.writer, { workflowId: id, input: {} })).toMatchObject({ status: 'success' });
});

test('a webhook that answers at once is stored; one with the Response’s answer is refused, or stored', async () => {
  const post = (path: string) => api.call('POST', path, {}, { n: 1 });
  const stored = await publishedHook(mill, {});
  const answers = await publishedHook(mill, { answer: 'response' });
  for (const { id } of [stored, answers]) await hold(id);
  const [accepted, refused] = [await post(stored.path), await post(answers.path)];
  expect([accepted.status, refused.status, refused.headers.get('retry-after')]).toEqual([202, 503, '60']);
  await hold(answers.id, 'queue');
  expect((await post(answers.path)).status).toBe(202);
  await expect.poll(async () => [await waiting(stored.id), await waiting(answers.id)]).toEqual([1, 1]);
});

test('a block that calls a held workflow fails in words, until the release', async () => {
  const called = await answering();
  const calling = await workflowIn(mill, [
    { type: 'workflow', config: { workflowId: called, input: [] } },
    { type: 'response', config: { body: '<b1.data>' } },
  ]);
  await hold(called);
  const failed = await run(calling);
  expect(failed.body).toMatchObject({ status: 'error', error: { code: 'WORKFLOW_HELD' } });
  await releaseWorkflow(mill.writer, { id: called });
  const begun = await run(calling, '?mode=async');
  await expect.poll(() => stateOf(begun.body.executionId)).toBe('success');
});

test('a held workspace refuses the callers of all its workflows, whatever a workflow’s own hold says', async () => {
  const [id, other] = [await answering(), await answering()];
  await holdWorkspace(mill.admin, { workspaceId: mill.workspaceId, reason: '', waitingCallers: 'refuse' });
  await hold(other, 'queue');
  expect([(await run(id)).status, (await run(other)).status]).toEqual([503, 503]);
});

test('a run that has begun goes on while its workspace is held, and calls others', async () => {
  const called = await answering();
  const calling = await workflowIn(mill, [
    { type: 'wait', config: { kind: 'callback', title: 'Well?' } },
    { type: 'workflow', config: { workflowId: called, input: [] } },
    { type: 'response', config: { body: '<b2.data>' } },
  ]);
  const { executionId } = (await run(calling, '?mode=async')).body;
  await expect.poll(() => stateOf(executionId)).toBe('parked');
  await holdWorkspace(mill.admin, { workspaceId: mill.workspaceId, reason: '', waitingCallers: 'refuse' });
  const token = waitToken(idOfStep('wait', String(executionId), 'b1'));
  await api.call('POST', `/api/v1/waits/${token}`, {}, {});
  await expect.poll(() => stateOf(executionId)).toBe('success');
});

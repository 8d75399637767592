import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../platform/ids';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { databaseTraffic } from '../../platform/postgres/testing/database-traffic';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { startWorkQueue } from '../runs/queue/work-queue';
import { cancelExecution, getExecution } from '../runs/reading/get-execution';
import { KillableServer } from '../runs/testing/killable-server';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishWorkflow } from '../versions/publish-workflow';
import { getFailureNotice } from './get-failure-notice';
import { queueFailureNotices } from './queue-notices';
import { MAX_NOTICES_A_MINUTE } from './schema';
import { setFailureNotice } from './set-failure-notice';
import { getWorkspaceFailureNotice, setWorkspaceFailureNotice } from './workspace-notice';

vi.setConfig({ testTimeout: patient(180_000) });

let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('server');
});
beforeEach(async () => {
  await pool().query('DELETE FROM runtime.failure_notice');
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
});
afterAll(async () => {
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const FAILS = { type: 'function', config: { code: "throw new Error('no luck')" } };
const SHOWS_INPUT = { type: 'response', config: { body: '{"executionId": "<b0.executionId?>"}' } };
const queueNow = () => queueFailureNotices(new AbortController().signal);
const byApi = () => byKey(mill.owner, ['workflows:run']);
const run = (workflowId: string) => runByHand(byApi(), { workflowId, input: {} });

async function published(blocks: Parameters<typeof workflowIn>[1], inputs: object[] = []): Promise<string> {
  const id = await workflowIn(mill, blocks, inputs);
  await publishWorkflow(mill.owner, { id });
  return id;
}

interface Queued {
  input: Record<string, unknown>;
  failure_of: string;
  workflow_version: number | null;
  environment: string;
  trigger: string;
}
async function queued(workflowId: string): Promise<Queued[]> {
  const { rows } = await pool().query<Queued & { input: string }>(
    'SELECT * FROM runtime.execution WHERE workflow_id = $1 ORDER BY accepted_at, id',
    [workflowId],
  );
  return rows.map((row) => ({ ...row, input: JSON.parse(row.input) }));
}

test('a failed run queues the chosen workflow once, with what failed as its input', async () => {
  const notice = await published([SHOWS_INPUT]);
  const id = await published([FAILS]);
  await setFailureNotice(mill.writer, { id, workflowId: notice });
  const failed = await run(id);
  await Promise.all([queueNow(), queueNow(), queueNow()]);
  const [one, ...more] = await queued(notice);
  expect(more).toEqual([]);
  expect(one).toMatchObject({
    failure_of: failed.executionId,
    workflow_version: 1,
    environment: 'live',
    trigger: 'api',
    input: {
      executionId: failed.executionId,
      logId: failed.logId,
      workflow: { id, name: 'W' },
      version: 1,
      trigger: 'api',
      suppressed: 0,
      failedAt: expect.stringMatching(/Z$/),
      error: { message: expect.stringContaining('no luck'), blockId: 'b1', blockName: 'b1' },
      url: expect.stringContaining(`/w/${mill.workspaceId}/logs?log=${failed.logId}`),
    },
  });
});

test('none for a success, a draft run by hand, a called run, and a notice that fails itself', async () => {
  const notice = await published([FAILS]);
  const child = await published([FAILS]);
  await setFailureNotice(mill.writer, { id: notice, workflowId: child });
  await setFailureNotice(mill.writer, { id: child, workflowId: notice });
  const calls = { type: 'workflow', config: { workflowId: child }, port: 'error' };
  const parent = await published([calls, { type: 'response', config: { body: 'handled' } }]);
  await setFailureNotice(mill.writer, { id: parent, workflowId: notice });
  await runByHand(mill.writer, { workflowId: child, input: {}, version: 'draft' });
  await run(parent);
  await queueNow();
  expect(await queued(notice)).toEqual([]);
  await run(child);
  await queueNow();
  expect(await queued(notice)).toHaveLength(1);
  const queue = startWorkQueue();
  await expect.poll(() => queued(notice)).toEqual([]);
  await queue.stop(5_000);
  await queueNow();
  expect([await queued(notice), await queued(child)]).toEqual([[], []]);
});

test('a run that somebody stopped has no notice', async () => {
  const notice = await published([SHOWS_INPUT]);
  const id = await published([FAILS]);
  await setFailureNotice(mill.writer, { id, workflowId: notice });
  const { executionId } = await queueByHand(byApi(), { workflowId: id, input: {} });
  await cancelExecution(mill.writer, executionId);
  const queue = startWorkQueue();
  const ended = async () => (await getExecution(mill.reader, executionId)).status;
  await expect.poll(ended).toBe('error');
  await queue.stop(5_000);
  await queueNow();
  expect(await queued(notice)).toEqual([]);
});

test('a storm of failures is bounded by the minute, and what was left out is counted', async () => {
  const notice = await published([SHOWS_INPUT]);
  const id = await published([FAILS]);
  await setFailureNotice(mill.writer, { id, workflowId: notice });
  const count = MAX_NOTICES_A_MINUTE + 3;
  for (let nth = 0; nth < count; nth += 1) await run(id);
  await Promise.all([queueNow(), queueNow()]);
  expect(await queued(notice)).toHaveLength(MAX_NOTICES_A_MINUTE);
  expect((await getFailureNotice(mill.reader, { id })).data).toEqual({
    workflowId: notice,
    off: false,
    ofWorkspace: null,
    suppressed: 3,
  });
  await pool().query(
    `UPDATE runtime.failure_notice_window SET started_at = now() - interval '61 s' WHERE workflow_id = $1`,
    [id],
  );
  await run(id);
  await queueNow();
  expect((await queued(notice)).at(-1)?.input.suppressed).toBe(3);
  expect((await getFailureNotice(mill.reader, { id })).data.suppressed).toBe(0);
});

test('the failure is kept with its log: whoever dies before it is queued, it is queued once', async () => {
  const notice = await published([SHOWS_INPUT]);
  const id = await published([FAILS]);
  await setFailureNotice(mill.writer, { id, workflowId: notice });
  const ids = new Set<string>();
  const client = await pool().connect();
  try {
    // Simulates another process that takes them and dies before its commit.
    for (let nth = 0; nth < 3; nth += 1) ids.add((await run(id)).executionId);
    await client.query('BEGIN');
    await client.query('DELETE FROM runtime.failure_notice');
    await queueNow();
    expect(await queued(notice)).toEqual([]);
  } finally {
    client.release(true);
  }
  const settled = async () => {
    await queueNow();
    return (await queued(notice)).map((row) => row.failure_of).sort();
  };
  await expect.poll(settled).toEqual([...ids].sort());
  await queueNow();
  expect(await queued(notice)).toHaveLength(3);
});

test('a notice costs neither a run that fails nor one that succeeds a statement more', async () => {
  const [fails, works] = [await published([FAILS]), await published([SHOWS_INPUT])];
  const trips = async (id: string) => {
    await run(id);
    return (await databaseTraffic(() => run(id), [pool()])).roundTrips;
  };
  const before = [await trips(fails), await trips(works)];
  await setFailureNotice(mill.writer, { id: fails, workflowId: works });
  await setFailureNotice(mill.writer, { id: works, workflowId: fails });
  expect([await trips(fails), await trips(works)]).toEqual(before);
});

test('who may choose, and what may be chosen', async () => {
  const id = await published([FAILS]);
  const notice = await published([SHOWS_INPUT]);
  const draft = await workflowIn(mill, [SHOWS_INPUT]);
  const elsewhere = await mintWorkspace();
  await expectOutcomes(mill, (actor) => getFailureNotice(actor, { id }), {
    stranger: 'not_found',
    reader: 'done',
  });
  await expectOutcomes(mill, (actor) => setFailureNotice(actor, { id, workflowId: notice }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  for (const workflowId of [id, draft, newId(), 'x\u0000', elsewhere.exampleId])
    expect(await refusalOf(setFailureNotice(mill.writer, { id, workflowId }))).toBe('invalid_request');
  await setFailureNotice(mill.writer, { id, workflowId: null });
  expect((await getFailureNotice(mill.reader, { id })).data).toMatchObject({
    workflowId: null,
    suppressed: 0,
  });
});

test('a workspace has one for all workflows, which each may override or switch off', async () => {
  const { workspaceId } = mill;
  const shared = await published([SHOWS_INPUT]);
  const own = await published([SHOWS_INPUT]);
  const follows = await published([FAILS]);
  const overrides = await published([FAILS]);
  const off = await published([FAILS]);
  await setWorkspaceFailureNotice(mill.admin, { workspaceId, workflowId: shared });
  await setFailureNotice(mill.writer, { id: overrides, workflowId: own });
  await setFailureNotice(mill.writer, { id: off, workflowId: null, off: true });
  for (const id of [follows, overrides, off]) await run(id);
  await queueNow();
  const failedOf = async (notice: string) => (await queued(notice)).map(({ input }) => input.workflow);
  expect(await failedOf(shared)).toEqual([{ id: follows, name: 'W' }]);
  expect(await failedOf(own)).toEqual([{ id: overrides, name: 'W' }]);
  expect((await getFailureNotice(mill.reader, { id: off })).data).toEqual({
    workflowId: null,
    off: true,
    ofWorkspace: shared,
    suppressed: 0,
  });

  await setFailureNotice(mill.writer, { id: off, workflowId: null });
  await deleteWorkflow(mill.writer, { id: own });
  for (const id of [overrides, off]) await run(id);
  await queueNow();
  expect(await failedOf(shared)).toHaveLength(3);
  await setWorkspaceFailureNotice(mill.admin, { workspaceId, workflowId: null });
  await run(follows);
  await queueNow();
  expect(await failedOf(shared)).toHaveLength(3);
});

test('the one of the workspace never runs for its own failures', async () => {
  const shared = await published([FAILS]);
  const { workspaceId } = mill;
  await setWorkspaceFailureNotice(mill.admin, { workspaceId, workflowId: shared });
  await run(shared);
  await queueNow();
  expect(await queued(shared)).toEqual([]);
  expect((await getFailureNotice(mill.reader, { id: shared })).data.ofWorkspace).toBeNull();
});

test('who may choose for the workspace, what may be chosen, and the audit', async () => {
  const { workspaceId } = mill;
  const notice = await published([SHOWS_INPUT]);
  const draft = await workflowIn(mill, [SHOWS_INPUT]);
  const elsewhere = await mintWorkspace();
  await expectOutcomes(mill, (actor) => getWorkspaceFailureNotice(actor, { workspaceId }), {
    stranger: 'forbidden',
    reader: 'done',
  });
  await expectOutcomes(
    mill,
    (actor) => setWorkspaceFailureNotice(actor, { workspaceId, workflowId: notice }),
    { stranger: 'forbidden', reader: 'forbidden', writer: 'forbidden', admin: 'done' },
  );
  for (const workflowId of [draft, newId(), 'x', elsewhere.exampleId])
    expect(await refusalOf(setWorkspaceFailureNotice(mill.admin, { workspaceId, workflowId }))).toBe(
      'invalid_request',
    );
  const chosen = async () => (await getWorkspaceFailureNotice(mill.reader, { workspaceId })).data;
  expect(await chosen()).toEqual({ workflowId: notice });
  const events = await prisma().auditEvent.findMany({
    where: { workspaceId, action: 'workspace.failure_notice_set' },
  });
  expect(events).toMatchObject([{ target: workspaceId, detail: { workflowId: notice } }]);
  await deleteWorkflow(mill.writer, { id: notice });
  expect(await chosen()).toEqual({ workflowId: null });
});

test('with kill -9 amid failing runs each failure has one notice', async () => {
  const notice = await published([SHOWS_INPUT]);
  const id = await published([FAILS]);
  await setFailureNotice(mill.writer, { id, workflowId: notice });
  const server = new KillableServer();
  await server.start();
  await pool().query(`INSERT INTO runtime.failure_notice_window (workflow_id, sent) VALUES ($1, -1000)`, [
    id,
  ]);
  const failed = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    const runs = Array.from({ length: 5 }, () => run(id));
    for (const one of await Promise.all(runs)) failed.add(one.executionId);
    void queueNow();
    await server.kill();
    await server.start();
  }
  const noticed = async () => {
    await queueNow();
    const { rows } = await pool().query<{ final_output: string }>(
      `SELECT p.final_output FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
         WHERE l.workflow_id = $1`,
      [notice],
    );
    return rows.map((row) => JSON.parse(row.final_output).executionId as string).sort();
  };
  await expect.poll(noticed, { timeout: patient(60_000) }).toEqual([...failed].sort());
  await server.kill();
});

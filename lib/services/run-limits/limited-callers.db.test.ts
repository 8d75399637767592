import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { publishedHook } from '../incoming-webhooks/testing/published-hook';
import { startWorkQueue } from '../runs/queue/work-queue';
import { workflowToRun } from '../runs/starting/admit';
import { callersRequest, startRun } from '../runs/starting/start-run';
import { runByHand } from '../runs/testing/run-by-hand';
import { becomeSteady } from '../runs/testing/steady-process';
import { workflowIn } from '../runs/testing/workflow-in';
import { startTurnLoop } from '../runs/turns/turn-loop';
import { idOfStep } from '../runs/waits/called-ids';
import { waitToken } from '../runs/waits/wait-links';
import { NO_LIMITS, type RunLimits } from './schema';
import { setRunLimits } from './set-run-limits';

let api: TestApi;
let mill: TestWorkspace;
let headers: Record<string, string>;
let loops: Array<{ stop(timeoutMs: number): Promise<void> }>;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startListening();
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  loops = [startWorkQueue(), startTurnLoop()];
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
  await stopListening();
  await closeDatabase();
});

/** A workflow whose runs wait until they are answered, so that they go on for as long as a test wants. */
const lasting = () =>
  workflowIn(mill, [
    { type: 'wait', config: { kind: 'callback', title: 'Well?' } },
    { type: 'response', config: { body: '{"k": "<b0.k>"}' } },
  ]);
const echoing = () => workflowIn(mill, [{ type: 'response', config: { body: '<b0>' } }]);
const limit = (id: string, limits: Partial<RunLimits>) =>
  setRunLimits(mill.owner, { id, ...NO_LIMITS, ...limits });
const PER_KEY = { perKey: 1, key: '<b0.k>' };

const run = (id: string, query = '', input: object = {}, more: Record<string, string> = {}) =>
  api.call('POST', `/api/v1/workflows/${id}/executions${query}`, { ...headers, ...more }, { input });
const queued = async (id: string, input: object = {}, query = '') =>
  String((await run(id, `?mode=async${query}`, input)).body.executionId);
const state = async (executionId: string) =>
  (await api.call('GET', `/api/v1/executions/${executionId}`, headers)).body;
const stateOf = async (executionId: string) => (await state(executionId)).status;
const answer = (executionId: string) =>
  api.call('POST', `/api/v1/waits/${waitToken(idOfStep('wait', executionId, 'b1'))}`, {}, {});
const cancel = (executionId: string) =>
  api.call('POST', `/api/v1/executions/${executionId}/cancel`, headers, {});
/** The time of those that wait for it comes. */
const timePasses = () =>
  pool().query(`UPDATE runtime.execution SET start_at = now() WHERE workspace_id = $1`, [mill.workspaceId]);

test('a start waits for its turn, shows its key, and begins when the one before has ended', async () => {
  const id = await lasting();
  await limit(id, PER_KEY);
  const first = await queued(id, { k: 'ada' });
  await expect.poll(() => stateOf(first)).toBe('parked');
  const second = await queued(id, { k: 'ada' });
  const other = await queued(id, { k: 'bob' });
  await expect.poll(() => stateOf(other)).toBe('parked');
  expect(await state(second)).toMatchObject({ status: 'waiting', waitsFor: { kind: 'turn', key: 'ada' } });
  const listed = await api.call(
    'GET',
    `/api/v1/executions?workspaceId=${mill.workspaceId}&statuses=waiting`,
    headers,
  );
  expect(listed.body.data).toMatchObject([{ executionId: second, waitsFor: { kind: 'turn', key: 'ada' } }]);
  await answer(first);
  await expect.poll(() => stateOf(second)).toBe('parked');
  expect(await stateOf(first)).toBe('success');
});

test('a key is a value that tells starts apart; others are refused in words', async () => {
  const id = await lasting();
  await limit(id, PER_KEY);
  const refused = await run(id, '', { k: { customer: 7 } });
  expect([refused.status, refused.body.detail]).toEqual([400, expect.stringContaining('is an object')]);
  const long = await run(id, '?mode=async', { k: 'x'.repeat(257) });
  expect([long.status, long.body.detail]).toEqual([400, expect.stringContaining('more than 256 characters')]);
  expect((await run(id, '?mode=async', { k: [1] })).status).toBe(400);
  const batch = await api.call('POST', `/api/v1/workflows/${id}/executions/batch`, headers, {
    inputs: [{ k: 'ada' }, { k: {} }],
  });
  expect(batch.status).toBe(400);
  expect((await pool().query('SELECT FROM runtime.execution WHERE workflow_id = $1', [id])).rowCount).toBe(0);
  const [number, text, none] = [
    await queued(id, { k: 7 }),
    await queued(id, { k: '7' }),
    await queued(id, {}),
  ];
  await expect.poll(async () => [await stateOf(number), await stateOf(none)]).toEqual(['parked', 'parked']);
  expect(await stateOf(text)).toBe('waiting');
  expect((await state(await queued(id, { k: null }))).waitsFor).toEqual({ kind: 'turn', key: null });
});

test('a caller who waits gets its answer after its turn', async () => {
  const id = await lasting();
  await limit(id, PER_KEY);
  const first = await queued(id, { k: 'ada' });
  await expect.poll(() => stateOf(first)).toBe('parked');
  const waiting = run(id, '', { k: 'ada' });
  const inLine = async () =>
    (
      await pool().query(
        `SELECT id::text FROM runtime.execution WHERE state = 'waiting' AND workflow_id = $1`,
        [id],
      )
    ).rows;
  await expect.poll(async () => (await inLine()).length).toBe(1);
  await answer(first);
  // It has its turn, and waits for the answer of its own block as ever.
  const answered = await waiting;
  expect([answered.status, answered.body.statusUrl]).toEqual([202, expect.any(String)]);
  const plain = await echoing();
  await limit(plain, { atOnce: 1 });
  const all = await Promise.all(Array.from({ length: 8 }, (_, n) => run(plain, '', { n })));
  expect(all.map(({ status, body }) => [status, body.output])).toEqual(
    Array.from({ length: 8 }, (_, n) => [200, { n }]),
  );
});

test('past its time limit a caller gets 202 and its run keeps its place, or is refused', async () => {
  const id = await lasting();
  await limit(id, { atOnce: 1 });
  const first = await queued(id);
  await expect.poll(() => stateOf(first)).toBe('parked');
  const caller = byKey(mill.owner, ['workflows:run']);
  const workflow = await workflowToRun(caller, { workflowId: id });
  const ids = { requestId: id, traceId: id };
  const asked = { workflow, input: { k: 'late' }, mode: 'sync', turnWithinMs: 0 } as const;
  const left = await startRun({ ...callersRequest(caller, ids, asked), whenHeld: 'refuse' });
  expect(left.kind).toBe('queued');
  expect(await stateOf(left.row.executionId)).toBe('waiting');
  await expect(startRun(callersRequest(caller, ids, asked))).rejects.toMatchObject({ code: 'rate_limited' });
  await answer(first);
  await expect.poll(() => stateOf(left.row.executionId)).toBe('parked');
});

test('beyond the limit callers are refused with 429, and nothing of it is left', async () => {
  const id = await lasting();
  await limit(id, { ...PER_KEY, beyond: 'refuse' });
  const first = await queued(id, { k: 'ada' });
  await expect.poll(() => stateOf(first)).toBe('parked');
  const key = { 'idempotency-key': 'order 7' };
  for (const query of ['', '?mode=async']) {
    const refused = await run(id, query, { k: 'ada' }, key);
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
      429,
      '5',
      expect.objectContaining({ code: 'rate_limited', busy: true }),
    ]);
  }
  const batch = await api.call('POST', `/api/v1/workflows/${id}/executions/batch`, headers, {
    inputs: [{ k: 'bob' }, { k: 'ada' }],
  });
  expect(batch.status).toBe(429);
  const rows = await pool().query('SELECT FROM runtime.execution WHERE workflow_id = $1', [id]);
  expect(rows.rowCount).toBe(1);
  await answer(first);
  await expect.poll(() => stateOf(first)).toBe('success');
  // The key is free, as after any refusal.
  const again = await run(id, '?mode=async', { k: 'ada' }, key);
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, null]);
});

test('beyond the limit starts are skipped, with a log that says so, and callers who wait are refused', async () => {
  const id = await lasting();
  await limit(id, { atOnce: 1, beyond: 'skip' });
  const first = await queued(id);
  await expect.poll(() => stateOf(first)).toBe('parked');
  const skipped = await queued(id);
  await expect.poll(() => stateOf(skipped)).toBe('error');
  expect((await state(skipped)).error).toMatchObject({ code: 'SKIPPED' });
  expect((await run(id)).status).toBe(429);
});

test('a caller whose run is replaced, or cancelled, while it waits gets 409', async () => {
  const id = await lasting();
  await limit(id, { atOnce: 1, beyond: 'replace' });
  const first = await queued(id);
  await expect.poll(() => stateOf(first)).toBe('parked');
  const waitingIds = async () =>
    (
      await pool().query(
        `SELECT id::text FROM runtime.execution WHERE state = 'waiting' AND workflow_id = $1 AND waiter IS NOT NULL`,
        [id],
      )
    ).rows.map((row) => String(row.id));
  const replaced = run(id);
  await expect.poll(async () => (await waitingIds()).length).toBe(1);
  const [older] = await waitingIds();
  const cancelled = run(id);
  const refusal = await replaced;
  expect([refusal.status, refusal.body.detail]).toEqual([409, expect.stringContaining('newer start')]);
  expect((await state(older!)).error).toMatchObject({ code: 'REPLACED' });
  await expect.poll(async () => (await waitingIds()).length).toBe(1);
  await cancel((await waitingIds())[0]!);
  expect((await cancelled).status).toBe(409);
});

test('many starts within a time become one run, with the last input or all', async () => {
  const id = await echoing();
  await limit(id, { key: '<b0.k>', debounceSeconds: 60 });
  const ids = [await queued(id, { k: 'ada', n: 1 }), await queued(id, { k: 'ada', n: 2 })];
  const bob = await queued(id, { k: 'bob', n: 3 });
  expect(new Set(ids).size).toBe(1);
  expect(await state(ids[0]!)).toMatchObject({ status: 'delayed', waitsFor: { kind: 'time', starts: 2 } });
  // A caller that waits gets the address of the same run.
  const sync = await run(id, '', { k: 'ada', n: 4 });
  expect([sync.status, sync.body.executionId]).toEqual([202, ids[0]]);
  await timePasses();
  await expect.poll(async () => (await state(ids[0]!)).output).toEqual({ k: 'ada', n: 4 });
  await expect.poll(async () => (await state(bob)).output).toEqual({ k: 'bob', n: 3 });
  expect(await queued(id, { k: 'ada', n: 5 })).not.toBe(ids[0]);

  const all = await echoing();
  await limit(all, { debounceSeconds: 60, debounceInputs: 'all', atOnce: 1 });
  const inputs = [{ n: 1 }, {}, { n: 3, inputs: 'its own' }];
  const [one, ...others] = await Promise.all(inputs.slice(0, 1).map((input) => queued(all, input)));
  for (const input of inputs.slice(1)) expect(await queued(all, input)).toBe(one);
  expect(others).toEqual([]);
  await timePasses();
  await expect.poll(async () => (await state(one!)).output).toEqual({ n: 3, inputs });
});

test('concurrent starts and their keys join the same run', async () => {
  const id = await echoing();
  await limit(id, { debounceSeconds: 60, debounceInputs: 'all' });
  const key = { 'idempotency-key': 'order 7' };
  const started = await Promise.all(
    Array.from({ length: 12 }, (_, n) => run(id, '?mode=async', { n }, n === 0 ? key : {})),
  );
  expect(new Set(started.map(({ body }) => body.executionId)).size).toBe(1);
  const again = await run(id, '?mode=async', { n: 0 }, key);
  expect([again.body.executionId, again.headers.get('idempotent-replayed')]).toEqual([
    started[0]!.body.executionId,
    'true',
  ]);
  expect((await state(String(again.body.executionId))).waitsFor).toMatchObject({ starts: 12 });
});

test('a start may begin later, and says when', async () => {
  const id = await echoing();
  const startAt = new Date(Date.now() + 3_600_000).toISOString();
  const later = await queued(id, { n: 1 }, `&startAt=${startAt}`);
  expect(await state(later)).toMatchObject({
    status: 'delayed',
    waitsFor: { kind: 'time', startsAt: startAt },
  });
  const delayed = await queued(id, { n: 2 }, '&delay=60&priority=5&ttl=120');
  expect(await stateOf(delayed)).toBe('delayed');
  await timePasses();
  await expect
    .poll(async () => [await stateOf(later), await stateOf(delayed)])
    .toEqual(['success', 'success']);
});

test('a start that waits past its time to live ends without a run', async () => {
  const id = await lasting();
  await limit(id, { atOnce: 1 });
  const first = await queued(id);
  await expect.poll(() => stateOf(first)).toBe('parked');
  const late = await queued(id, {}, '&ttl=3600');
  expect(await stateOf(late)).toBe('waiting');
  await pool().query('UPDATE runtime.execution SET expires_at = now() WHERE id = $1', [late]);
  await expect.poll(() => stateOf(late)).toBe('error');
  expect((await state(late)).error).toMatchObject({ code: 'EXPIRED' });
});

test.each([
  ['?delay=60', 'mode=async'],
  ['?mode=async&delay=0', 'At least 1'],
  ['?mode=async&delay=60&startAt=2099-01-01', 'not both'],
  ['?mode=async&startAt=2020-01-01', 'in the past'],
  ['?mode=async&startAt=2999-01-01', 'more than a year ahead'],
  ['?mode=async&startAt=tomorrow', 'Give a date'],
  ['?mode=async&delay=60&ttl=60', 'could never begin'],
  ['?mode=async&ttl=0', 'At least 1'],
  ['?mode=async&priority=11', 'At most 10'],
])('%s is refused in words', async (query, words) => {
  const refused = await run(await echoing(), query);
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(words)]);
});

test('webhooks line up by their key, and people in the editor do not', async () => {
  const { id, path } = await publishedHook(mill, {});
  await limit(id, { atOnce: 1, beyond: 'refuse' });
  const workflow = await workflowToRun(mill.owner, { workflowId: id });
  await pool().query(
    `INSERT INTO runtime.execution (id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode, user_id,
       input, state, accepted_at, start_at, turn_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), $1, $2, decode($3, 'hex'), 'webhook', 'async', $4, '{}', 'parked',
       now(), NULL, now())`,
    [mill.workspaceId, id, workflow.snapshotHash, mill.owner.userId],
  );
  expect((await api.call('POST', path, {}, { n: 1 })).status).toBe(429);
  expect(await runByHand(mill.writer, { workflowId: id, input: {} })).toMatchObject({ status: 'success' });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat, thisProcess } from '../../platform/postgres/process-lease';
import { expectOutcomes } from '../accounts/testing/refusals';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { measureRuns } from '../alerts/measure-runs';
import { buildErrorGroups } from '../error-groups/build-groups';
import { setFailureNotice } from '../failure-notices/set-failure-notice';
import { ZERO_COST } from '../logs/cost';
import { getLog } from '../logs/get-log';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { cancelExecution, getExecution } from '../runs/reading/get-execution';
import { listExecutions } from '../runs/reading/list-executions';
import { insertExecutions } from '../runs/recording/insert-executions';
import { recordCompletions } from '../runs/recording/record-completions';
import { executionRow } from '../runs/shapes/execution-row';
import { workflowToRun } from '../runs/starting/admit';
import { queueByHand, runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { queueDueRuns } from '../runs/turns/delayed-runs';
import { setVariable } from '../variables/set-variable';
import { publishWorkflow } from '../versions/publish-workflow';
import { getLaterTries } from './get-later-tries';
import { type LaterTries, NewLaterTries, NO_LATER_TRIES } from './schema';
import { setLaterTries } from './set-later-tries';

vi.setConfig({ testTimeout: patient(180_000) });

let mill: TestWorkspace;
let server: Server;
let origin: string;
let queue: WorkQueue;
let asked: string[] = [];
/** The status of the next responses to /send. */
let sendStatus = 503;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.statusCode = request.url?.startsWith('/send') ? sendStatus : 200;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ order: asked.length, token: request.headers['x-token'] ?? null }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  queue = startWorkQueue();
});
beforeEach(async () => {
  asked = [];
  sendStatus = 503;
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  await queue.stop(5_000);
  server.closeAllConnections();
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const NO_RETRY = { when: 'never', max: 0 };
const byApi = () => byKey(mill.owner, ['workflows:run']);
const RULE: LaterTries = { ...NO_LATER_TRIES, tries: 2, waitsSeconds: [300, 3_600] };

/** pay, then send, which fails while `sendStatus` is one of a failure. */
async function published(rule: LaterTries = RULE, { pay = {}, send = {} } = {}): Promise<string> {
  const sent = `${origin}/send?order=<b1.data.order>&of=<b0.n>`;
  const request = { method: 'POST', retry: NO_RETRY };
  const id = await workflowIn(
    mill,
    [
      { type: 'api', config: { url: `${origin}/pay`, ...request, ...pay } },
      { type: 'api', config: { url: sent, ...request, failOnStatus: true, ...send } },
      { type: 'response', config: { body: '{"sent": <b2.status>}' } },
    ],
    [{ name: 'n', type: 'number', required: true }],
  );
  await publishWorkflow(mill.owner, { id });
  if (rule.tries !== null) await setLaterTries(mill.writer, { id, ...rule });
  return id;
}

interface Try {
  log_id: string;
  execution_id: string;
  of_log_id: string;
  number: number;
  total: number;
  from_block: string | null;
}
async function triesOf(executionId: string): Promise<Try[]> {
  const { rows } = await pool().query<Try>(
    'SELECT * FROM runtime.run_try WHERE first_execution_id = $1 ORDER BY number',
    [executionId],
  );
  return rows;
}

/** Queues a run and waits for its log. @returns the ids */
async function ranInQueue(workflowId: string): Promise<{ executionId: string; logId: string }> {
  const { executionId } = await queueByHand(byApi(), { workflowId, input: { n: 7 } });
  return { executionId, logId: await logOf(executionId) };
}

async function logOf(executionId: string): Promise<string> {
  const logIdNow = async () => (await getExecution(mill.owner, executionId)).logId;
  await expect.poll(logIdNow, { timeout: patient(30_000) }).not.toBeNull();
  return (await logIdNow())!;
}

/** Makes a try due and waits for its log. */
async function ranNow({ execution_id: id }: Try): Promise<string> {
  await pool().query('UPDATE runtime.execution SET start_at = now() WHERE id = $1', [id]);
  await queueDueRuns();
  return logOf(id);
}

const detail = async (logId: string) => (await getLog(mill.reader, logId)).data;

test('a failed run is tried again from the block that failed, until one succeeds', async () => {
  const id = await published();
  const first = await ranInQueue(id);
  expect(asked).toEqual(['POST /pay', 'POST /send?order=1&of=7']);
  const [second, ...none] = await triesOf(first.executionId);
  expect(none).toEqual([]);
  expect(second).toMatchObject({ number: 2, total: 3, of_log_id: first.logId });
  expect(await getExecution(mill.reader, second!.execution_id)).toMatchObject({ status: 'delayed' });
  expect((await getLaterTries(mill.reader, { id })).data.waiting).toBe(1);
  const listed = await listExecutions(mill.reader, { workspaceId: mill.workspaceId, limit: 10 });
  expect(listed.data).toEqual([
    expect.objectContaining({ executionId: second!.execution_id, tries: { number: 2, total: 3 } }),
  ]);

  await ranNow(second!);
  expect(asked.slice(2)).toEqual(['POST /send?order=1&of=7']);
  sendStatus = 200;
  const third = (await triesOf(first.executionId))[1]!;
  const lastLog = await ranNow(third);
  expect(asked.slice(3)).toEqual(['POST /send?order=1&of=7']);
  expect(await triesOf(first.executionId)).toHaveLength(2);

  const log = await detail(lastLog);
  expect(log).toMatchObject({ status: 'success', trigger: 'api', version: 1 });
  expect(log.tries).toMatchObject({
    number: 3,
    total: 3,
    succeeded: 3,
    runs: [
      { number: 1, logId: first.logId, executionId: first.executionId, status: 'error', dueAt: null },
      { number: 2, logId: second!.log_id, status: 'error', fromBlock: 'b2' },
      { number: 3, logId: lastLog, status: 'success', fromBlock: 'b2' },
    ],
  });
  expect((await detail(first.logId)).tries).toMatchObject({ number: 1, succeeded: 3 });
});

test('the waits are those of the rule, the last one repeated', async () => {
  const id = await published({ ...RULE, tries: 3, waitsSeconds: [60, 600] });
  const first = await ranInQueue(id);
  for (const number of [2, 3]) await ranNow((await triesOf(first.executionId))[number - 2]!);
  const { rows } = await pool().query<{ minutes: number }>(
    `SELECT round(extract(epoch FROM t.due_at - l.ended_at) / 60)::integer AS minutes
     FROM runtime.run_try t JOIN runtime.log l ON l.id = t.of_log_id
     WHERE t.first_execution_id = $1 ORDER BY t.number`,
    [first.executionId],
  );
  expect(rows.map(({ minutes }) => minutes)).toEqual([1, 10, 10]);
});

test('without what the log does not hold it begins at the beginning', async () => {
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 's3cr3t-value' });
  const id = await published(RULE, {
    pay: { headers: [{ key: 'x-token', value: '{{TOKEN}}' }] },
    send: { url: `${origin}/send?t=<b1.data.token>` },
  });
  const first = await ranInQueue(id);
  const [second] = await triesOf(first.executionId);
  await ranNow(second!);
  expect(asked.filter((line) => line === 'POST /pay')).toHaveLength(2);
  expect((await triesOf(first.executionId))[0]).toMatchObject({ from_block: null });
});

test('failure notices, alerts and errors wait for the last one', async () => {
  const notice = await workflowIn(mill, [{ type: 'response', config: { body: 'noted' } }]);
  await publishWorkflow(mill.owner, { id: notice });
  const id = await published({ ...RULE, tries: 1, waitsSeconds: [60] });
  await setFailureNotice(mill.writer, { id, workflowId: notice });
  const told = async () => {
    await buildErrorGroups(new AbortController().signal);
    const { rows: notices } = await pool().query(
      'SELECT log_id FROM runtime.failure_notice WHERE workflow_id = $1',
      [id],
    );
    const { rows: groups } = await pool().query(
      'SELECT last_log_id FROM runtime.error_group WHERE workflow_id = $1',
      [id],
    );
    const client = await pool().connect();
    const examined = { workspaceId: mill.workspaceId, windowMinutes: 60, workflowIds: [] };
    const { value } = await measureRuns(client, examined, { kind: 'failures', count: 5 }).finally(() =>
      client.release(),
    );
    return [notices.map((row) => row.log_id), groups.map((row) => row.last_log_id), value];
  };
  const first = await ranInQueue(id);
  expect(await told()).toEqual([[], [], 0]);
  const last = await ranNow((await triesOf(first.executionId))[0]!);
  expect(await told()).toEqual([[last], [last], 1]);
});

test('which failures are tried again', async () => {
  const temporary: LaterTries = { ...RULE, failures: 'temporary' };
  const coded: LaterTries = { ...RULE, failures: 'codes', codes: ['TIMEOUT'] };
  for (const [rule, status, tries] of [
    [temporary, 503, 1],
    [temporary, 404, 0],
    [coded, 503, 0],
    [{ ...coded, codes: ['TIMEOUT', 'HTTP_STATUS'] }, 404, 1],
    [NO_LATER_TRIES, 503, 0],
  ] as const) {
    sendStatus = status;
    const { executionId } = await ranInQueue(await published({ ...rule, codes: [...rule.codes] }));
    expect([rule.failures, status, (await triesOf(executionId)).length]).toEqual([
      rule.failures,
      status,
      tries,
    ]);
  }
});

test('none of a draft, of a run in the editor, or of one whose caller waits', async () => {
  const id = await published();
  const waited = await runByHand(byApi(), { workflowId: id, input: { n: 1 } });
  const draft = await queueByHand(byApi(), { workflowId: id, input: { n: 2 }, version: 'draft' });
  const manual = await queueByHand(mill.writer, { workflowId: id, input: { n: 3 } });
  for (const { executionId } of [draft, manual]) await logOf(executionId);
  for (const { executionId } of [waited, draft, manual]) expect(await triesOf(executionId)).toEqual([]);
});

test('a try that waits can be cancelled, and no other follows', async () => {
  const first = await ranInQueue(await published());
  const [second] = await triesOf(first.executionId);
  await cancelExecution(mill.writer, second!.execution_id);
  const log = await detail(await logOf(second!.execution_id));
  expect(log.status).toBe('cancelled');
  expect(log.tries).toMatchObject({ number: 2, succeeded: null });
  expect(await triesOf(first.executionId)).toHaveLength(1);
});

test('the same end recorded twice, or of a run that harmed its process, queues no second try', async () => {
  const workflow = await workflowToRun(byApi(), { workflowId: await published() });
  const ended = async (code: string) => {
    const row = executionRow(workflow, { trigger: 'api', mode: 'async', input: '{"n": 1}' });
    await insertExecutions(pool(), [row], thisProcess().id);
    const completion = {
      execution: row,
      hasRow: true,
      level: 'error' as const,
      startedAtMs: Date.now(),
      endedAtMs: Date.now(),
      costTotal: 0,
      traceSpans: '[]',
      finalOutput: 'null',
      cost: ZERO_COST,
      error: JSON.stringify({ code, message: 'No luck.' }),
    };
    await recordCompletions(pool(), [completion], thisProcess().id);
    await recordCompletions(pool(), [completion], thisProcess().id).catch(() => undefined);
    return triesOf(row.executionId);
  };
  expect(await ended('TIMEOUT')).toHaveLength(1);
  expect(await ended('INTERRUPTED')).toEqual([]);
});

test('who may set the rule, and what is refused in words', async () => {
  const id = await published(NO_LATER_TRIES);
  await expectOutcomes(mill, (actor) => setLaterTries(actor, { id, ...RULE }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  expect((await getLaterTries(mill.reader, { id })).data).toEqual({ ...RULE, waiting: 0 });
  const words = (rule: object) => NewLaterTries.safeParse(rule).error?.issues.map(({ message }) => message);
  expect(words({})).toBeUndefined();
  expect(words({ tries: 0, waitsSeconds: [60] })).toEqual(['At least 1. Without later tries, leave it out.']);
  expect(words({ tries: 11, waitsSeconds: [60] })).toEqual(['At most 10.']);
  expect(words({ tries: 1 })).toEqual(['Give the seconds before the first later try.']);
  expect(words({ tries: 1, waitsSeconds: [60, 60] })).toEqual(['2 waits, but at most 1 later tries.']);
  expect(words({ tries: 1, waitsSeconds: [5] })).toEqual([expect.stringContaining('At least 60 seconds')]);
  expect(words({ waitsSeconds: [60] })).toEqual(['Say how many later tries there are.']);
  expect(words({ ...RULE, failures: 'codes' })).toEqual(['Give at least one error code.']);
  expect(words({ ...RULE, codes: ['TIMEOUT'] })).toEqual([expect.stringContaining('only with failures')]);
  expect(words({ ...RULE, failures: 'codes', codes: ['INTERRUPTED'] })).toEqual([
    'Runs that fail with INTERRUPTED are never tried again by rule.',
  ]);
  expect(words({ ...RULE, failures: 'codes', codes: ['no code'] })).toEqual([
    expect.stringContaining('Give error codes'),
  ]);
});

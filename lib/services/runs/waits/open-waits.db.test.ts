import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { NO_ROOM } from '../../../platform/http/answer-room';
import { HIGHEST_ID } from '../../../platform/ids';
import { pool, prisma } from '../../../platform/postgres/db';
import { byKey, mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { listAudit } from '../../audit/list-audit';
import { cancelExecution, getExecution } from '../reading/get-execution';
import { getExecutionTrace } from '../reading/get-execution-trace';
import { listExecutions } from '../reading/list-executions';
import { type KeyHolder, startKeyHolder } from '../testing/key-holder';
import { queueByHand } from '../testing/run-by-hand';
import { workflowIn } from '../testing/workflow-in';
import { answerWait, getWait } from './answer-wait';
import { LIST_WAITS, listWaits } from './list-waits';

let holder: KeyHolder;
let mill: TestWorkspace;
beforeAll(async () => {
  holder = await startKeyHolder();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(() => holder.close());

const approval = (title: string) => ({
  type: 'wait',
  config: { kind: 'approval', title, text: 'Of <start.n?>' },
});

/** A run that waits; a Function before it gave `{result: 7}`. */
async function parked(block: { type: string; config: object } = approval('Pay?')): Promise<string> {
  const code = { type: 'function', config: { code: 'return 7;' } };
  const workflowId = await workflowIn(mill, [code, { ...block, config: { ...block.config } }]);
  const { executionId } = await queueByHand(byKey(mill.owner, ['workflows:run']), { workflowId, input: {} });
  await expect.poll(async () => (await getExecution(mill.reader, executionId)).status).toBe('parked');
  return executionId;
}

const waitsOf = async (query: object = {}) =>
  (await listWaits(mill.writer, { workspaceId: mill.workspaceId, limit: 200, ...query })).data;
const tokenOf = (url: string) => new URL(url).pathname.split('/').at(-1)!;

test('what waits for an answer is found again, with its workflow, its run and its form', async () => {
  const executionId = await parked();
  const [wait, ...others] = await waitsOf();
  expect(others).toEqual([]);
  expect(wait).toMatchObject({
    kind: 'approval',
    title: 'Pay?',
    blockId: 'b2',
    executionId,
    workflowName: 'W',
    version: null,
    workspaceId: mill.workspaceId,
    trigger: 'api',
    url: expect.stringContaining('/wait/'),
  });
  expect(Date.parse(wait!.dueAt!)).toBeGreaterThan(Date.now());
  const token = tokenOf(wait!.url);
  await answerWait(token, { decision: 'approved' });
  expect(await waitsOf()).toEqual([]);
});

test('it is in the list of executions too, with its form for those who may answer', async () => {
  const executionId = await parked();
  const { workspaceId } = mill;
  const listed = async (actor: TestWorkspace['reader']) => {
    const { data } = await listExecutions(actor, { workspaceId, limit: 50 });
    return data.map(({ executionId: id, waits }) => [
      id,
      waits.map(({ blockId, url }) => [blockId, url !== null]),
    ]);
  };
  expect(await listed(mill.writer)).toEqual([[executionId, [['b2', true]]]]);
  expect(await listed(mill.reader)).toEqual([[executionId, [['b2', false]]]]);
});

test('waits are filtered by workflow and kind; only those that can be answered are there', async () => {
  const [first, second] = [await parked(approval('First')), await parked(approval('Second'))];
  await parked({ type: 'wait', config: { kind: 'callback', title: 'Called' } });
  await parked({ type: 'wait', config: { amount: '3', unit: 'days' } });
  const titles = async (query: object = {}) => (await waitsOf(query)).map(({ title }) => title);
  expect(await titles()).toEqual(['Called', 'Second', 'First']);
  expect(await titles({ kinds: ['approval'] })).toEqual(['Second', 'First']);
  const { workflowId } = await getExecution(mill.reader, first);
  expect(await titles({ workflowIds: [workflowId] })).toEqual(['First']);
  expect(await titles({ workflowIds: ['nonsense'] })).toEqual([]);
  expect((await listWaits(mill.writer, { workspaceId: mill.workspaceId, limit: 2 })).hasMore).toBe(true);
  await cancelExecution(mill.writer, second);
  expect(await titles({ kinds: ['approval'] })).toEqual(['First']);
  await pool().query(
    `UPDATE runtime.execution_wait SET due_at = now() - interval '1 s' WHERE execution_id = $1`,
    [first],
  );
  expect(await titles({ kinds: ['approval'] })).toEqual([]);
});

test('somebody’s inbox is of all workspaces in which they may answer, and of no other', async () => {
  const executionId = await parked();
  const everywhere = async (actor: TestWorkspace['writer']) =>
    (await listWaits(actor, { limit: 200 })).data.map((wait) => wait.executionId);
  expect(await everywhere(mill.writer)).toEqual([executionId]);
  expect(await everywhere(mill.reader)).toEqual([]);
  expect(await everywhere(mill.stranger)).toEqual([]);
  await expect(listWaits(mill.reader, { workspaceId: mill.workspaceId, limit: 200 })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('the page of a link says which run asks; only members are led to it', async () => {
  const executionId = await parked();
  const token = tokenOf((await waitsOf())[0]!.url);
  const { startedAt } = (await getWait(token, null)).run!;
  expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now());
  expect((await getWait(token, null)).run).toEqual({ workflowName: 'W', startedAt, place: null });
  expect((await getWait(token, mill.stranger)).run?.place).toBeNull();
  expect((await getWait(token, mill.reader)).run?.place).toEqual({
    workspaceId: mill.workspaceId,
    executionId,
  });
});

test('who decided stands in the run and in the audit; of others only that they had the link', async () => {
  const decide = async (actor: TestWorkspace['reader'] | null) => {
    const executionId = await parked();
    await answerWait(tokenOf((await waitsOf())[0]!.url), { decision: 'approved' }, actor);
    await expect.poll(async () => (await getExecution(mill.reader, executionId)).status).toBe('success');
    const { rows } = await pool().query(
      'SELECT p.trace_spans FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id WHERE l.execution_id = $1',
      [executionId],
    );
    const spans = JSON.parse(rows[0].trace_spans) as TraceSpan[];
    const span = spans.find(({ blockId }) => blockId === 'b2');
    return (span?.output as { by: unknown } | undefined)?.by;
  };
  const { name, email } = await prisma().user.findUniqueOrThrow({ where: { id: mill.reader.userId } });
  const unknown = { name: 'Somebody with the link', email: null };
  expect(await decide(mill.reader)).toEqual({ name, email });
  expect(await decide(mill.stranger)).toEqual(unknown);
  expect(await decide(null)).toEqual(unknown);
  const query = { workspaceId: mill.workspaceId, action: 'approval', limit: 10 };
  const { data } = await listAudit(mill.admin, query);
  expect(data.map(({ action, actor, user, targetName }) => [action, actor, user?.name, targetName])).toEqual([
    ['approval.approved', 'system', undefined, 'W'],
    ['approval.approved', 'system', undefined, 'W'],
    ['approval.approved', 'user', name, 'W'],
  ]);
});

test('what a waiting run has done is read before its end, by members alone', async () => {
  const executionId = await parked();
  const { data } = await getExecutionTrace(mill.reader, executionId, NO_ROOM);
  expect(data).toMatchObject({ isShown: true, logId: null });
  expect(data.traceSpans.map(({ blockId, status }) => [blockId, status])).toEqual([
    ['b0', 'success'],
    ['b1', 'success'],
  ]);
  expect(data.traceSpans[1]?.output).toMatchObject({ result: 7 });
  await expect(getExecutionTrace(mill.stranger, executionId, NO_ROOM)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('the open waits are read from their own index, however many there were', async () => {
  const executionId = await parked();
  const client = await pool().connect();
  try {
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO runtime.execution_wait
         (id, workspace_id, execution_id, step, started_at, form, answered_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid(), 'ask', now() - n * interval '1 second', '', now()
       FROM generate_series(1, 5000) n`,
      [mill.workspaceId],
    );
    // As in production, there are more executions than open waits: with a handful of other tests' rows, reading
    // all of them first would be the better plan.
    await client.query(
      `INSERT INTO runtime.execution SELECT (e).* FROM (
         SELECT jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'log_id', gen_random_uuid())) AS e
         FROM runtime.execution e, generate_series(1, 5000) WHERE e.id = $1) made`,
      [executionId],
    );
    await client.query('ANALYZE runtime.execution, runtime.execution_wait');
    const values = [[mill.workspaceId], null, 51, null, HIGHEST_ID];
    const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${LIST_WAITS}`, values);
    expect(JSON.stringify(rows)).toContain('execution_wait_open');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

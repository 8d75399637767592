import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TRIGGERS } from '../../core/blocks/trigger';
import { newId } from '../../platform/ids';
import { pool, prisma } from '../../platform/postgres/db';
import { thisProcess } from '../../platform/postgres/process-lease';
import { getLog } from '../logs/get-log';
import { FAILED, recordEnd } from '../runs/journal/recover-executions';
import { insertExecutions } from '../runs/recording/insert-executions';
import { recordCompletions } from '../runs/recording/record-completions';
import { WebhookEvent } from './event-schema';
import {
  closeAfterDeliveries,
  completionOf,
  mintSubscribedWorkspace,
  openForDeliveries,
  type SubscribedWorkspace,
} from './testing/subscribed-workspace';

const HERE = 'http://127.0.0.1:9/hook';
let mill: SubscribedWorkspace;
beforeAll(openForDeliveries);
beforeEach(async () => {
  mill = await mintSubscribedWorkspace();
});
afterAll(closeAfterDeliveries);

interface Written {
  subscription_id: string;
  execution_id: string;
  event_id: string;
  state: string;
  waits: boolean;
  body: string;
}

async function written(): Promise<Written[]> {
  const { rows } = await pool().query<Written>(
    `SELECT d.subscription_id, d.execution_id, d.event_id, d.state, p.delivery_id IS NOT NULL AS waits, b.body
     FROM runtime.webhook_delivery d
     JOIN runtime.webhook_body b ON b.event_id = d.event_id AND b.includes = d.includes
       AND b.created_at = d.created_at
     LEFT JOIN runtime.webhook_pending p ON p.delivery_id = d.id
     WHERE d.workspace_id = $1 ORDER BY d.created_at, d.id`,
    [mill.workspaceId],
  );
  return rows;
}

test('a completion leaves one waiting delivery per matching subscription, all of one event', async () => {
  const [all, errors] = [await mill.subscribe(HERE), await mill.subscribe(HERE, { levelFilter: ['error'] })];
  await mill.subscribe(HERE, { triggerFilter: ['chat'] });
  await mill.subscribe(HERE, { active: false });
  const ended = [completionOf(mill), completionOf(mill, { level: 'error' })];
  const ofAnotherWorkflow = completionOf({ ...mill, exampleId: newId() });
  await recordCompletions(pool(), [...ended, ofAnotherWorkflow], thisProcess().id);
  const [good, bad] = ended.map(({ execution }) => execution.executionId);
  const rows = await written();
  expect(rows.map((row) => [row.execution_id, row.subscription_id]).sort()).toEqual(
    [
      [good, all.id],
      [bad, all.id],
      [bad, errors.id],
    ].sort(),
  );
  expect(rows.every((row) => row.waits && row.state === 'pending')).toBe(true);
  const ofBad = rows.filter((row) => row.execution_id === bad);
  expect(new Set(ofBad.map((row) => row.event_id)).size).toBe(1);
});

test('a subscription to all workflows gets the runs of each, also of one made later, and no others', async () => {
  const of = (workflowId: string) => completionOf({ ...mill, exampleId: workflowId });
  const later = newId();
  await recordCompletions(pool(), [completionOf(mill), of(later)], thisProcess().id);
  const [one, all] = [await mill.subscribe(HERE), await mill.subscribeToAll(HERE)];
  await mill.subscribeToAll(HERE, { levelFilter: ['error'] });
  const [first, second, third] = [completionOf(mill), of(later), of(newId())];
  await recordCompletions(pool(), [first], thisProcess().id);
  await recordCompletions(pool(), [second, third], thisProcess().id);
  const elsewhere = await mintSubscribedWorkspace();
  const subscribed = await elsewhere.subscribeToAll(HERE, { includeFinalOutput: true });
  await elsewhere.complete();
  const rows = await written();
  expect(rows.map((row) => [row.execution_id, row.subscription_id]).sort()).toEqual(
    [
      [first.execution.executionId, one.id],
      [first.execution.executionId, all.id],
      [second.execution.executionId, all.id],
      [third.execution.executionId, all.id],
    ].sort(),
  );
  expect(rows.map(({ subscription_id }) => subscription_id)).not.toContain(subscribed.id);
  const count = await pool().query('SELECT FROM runtime.webhook_delivery WHERE subscription_id = $1', [
    subscribed.id,
  ]);
  expect(count.rowCount).toBe(1);
});

test('the body is the contract’s, with what each subscription asked for and no more', async () => {
  const at = '2026-01-31T12:00:00.000Z';
  const ends = { status: 'success', startTime: at, endTime: at, durationMs: 0, error: null, children: [] };
  const block = { id: 's', parentId: null, blockId: 's', name: 'api', type: 'api' };
  const spans = [{ ...block, ...ends, input: {}, output: { data: 'é \u2028 "quoted"' } }];
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  const [plain, full] = [
    await mill.subscribe(HERE),
    await mill.subscribe(HERE, {
      includeFinalOutput: true,
      includeTraceSpans: true,
      includeRateLimits: true,
      includeUsageData: true,
      includeTags: true,
    }),
  ];
  const row = completionOf(mill, { traceSpans: JSON.stringify(spans), tags: ['order 1042'] });
  const beforeMs = Date.now();
  await recordCompletions(pool(), [row], thisProcess().id);
  const afterMs = Date.now();
  const bodies = new Map((await written()).map(({ subscription_id, body }) => [subscription_id, body]));
  const small = WebhookEvent.parse(JSON.parse(bodies.get(plain.id)!));
  expect(small.timestamp).toBeGreaterThanOrEqual(beforeMs);
  expect(small.timestamp).toBeLessThanOrEqual(afterMs);
  const { executionId, logId, workflowId } = row.execution;
  expect(small).toEqual({
    id: expect.any(String),
    type: 'workflow.execution.completed',
    timestamp: expect.any(Number),
    data: {
      workflowId,
      executionId,
      status: 'success',
      level: 'info',
      trigger: 'api',
      startedAt: new Date(row.startedAtMs).toISOString(),
      endedAt: new Date(row.endedAtMs).toISOString(),
      totalDurationMs: 5,
      cost: { total: 0, tokens: { prompt: 0, completion: 0, total: 0 }, models: {} },
      files: null,
    },
    links: { log: `/v1/logs/${logId}`, execution: `/v1/logs/executions/${executionId}` },
  });
  const large = JSON.parse(bodies.get(full.id)!);
  expect(WebhookEvent.parse(large)).toMatchObject({ id: small.id, timestamp: small.timestamp });
  expect(large.data).toEqual({
    ...small.data,
    finalOutput: { greeting: 'hello' },
    traceSpans: spans,
    tags: ['order 1042'],
    rateLimits: {
      sync: { limit: 75, remaining: expect.any(Number), resetAt: expect.any(String) },
      async: { limit: 500, remaining: expect.any(Number), resetAt: expect.any(String) },
    },
    usage: { currentPeriodCost: 0, limit: 500, plan: 'team', isExceeded: false },
  });
});

test.each([
  ['includeFinalOutput', 'finalOutput'],
  ['includeTraceSpans', 'traceSpans'],
  ['includeRateLimits', 'rateLimits'],
  ['includeUsageData', 'usage'],
  ['includeTags', 'tags'],
])('%s alone adds %s alone', async (option, member) => {
  const optional = ['finalOutput', 'traceSpans', 'rateLimits', 'usage', 'tags'];
  await mill.subscribe(HERE, { [option]: true });
  await mill.complete();
  const [row] = await written();
  expect(Object.keys(JSON.parse(row!.body).data).filter((name) => optional.includes(name))).toEqual([member]);
});

test('usage counts all runs of a group up to the one that the event reports', async () => {
  await mill.subscribe(HERE, { includeUsageData: true });
  const costing = (costTotal: number, of = mill) => completionOf(of, { costTotal });
  const silent = costing(0.014, { ...mill, exampleId: newId() });
  const told = [costing(0.004), costing(1)];
  await recordCompletions(pool(), [silent, ...told], thisProcess().id);
  const costs = new Map(
    (await written()).map((row) => [row.execution_id, JSON.parse(row.body).data.usage.currentPeriodCost]),
  );
  expect(told.map(({ execution }) => costs.get(execution.executionId))).toEqual([0.018, 1.018]);
});

test('level, trigger, cost and files are the log’s', async () => {
  await mill.subscribe(HERE);
  const tokens = { prompt: 10, completion: 20, total: 30 };
  const models = { 'gpt-4o': { input: 0.25, output: 0.5, total: 0.75, tokens } };
  const cost = JSON.stringify({ total: 0.75, tokens, models });
  const files = [{ id: 'f1', name: 'f', contentType: 'image/png', size: 3, base64: 'AAEC' }];
  const ended = TRIGGERS.map((trigger, at) => {
    const row = completionOf(mill, { level: at % 2 === 0 ? 'info' : 'error', costTotal: 0.75, cost, files });
    return { ...row, execution: { ...row.execution, trigger } };
  });
  await recordCompletions(pool(), ended, thisProcess().id);
  const bodies = (await written()).map(({ body }) => WebhookEvent.parse(JSON.parse(body)));
  expect(bodies.map(({ data }) => data.trigger).sort()).toEqual([...TRIGGERS].sort());
  for (const { execution } of ended) {
    const { data } = bodies.find((body) => body.data.executionId === execution.executionId)!;
    const log = (await getLog(mill.reader, execution.logId)).data;
    expect(log.files).toHaveLength(1);
    for (const name of [
      'level',
      'trigger',
      'startedAt',
      'endedAt',
      'totalDurationMs',
      'cost',
      'files',
    ] as const)
      expect([name, data[name]]).toEqual([name, log[name]]);
  }
});

test.each([
  ['null', null, {}],
  ['null', '{"code":"X"}', { error: { code: 'X' } }],
  ['"text"', null, { value: 'text' }],
  ['[1]', null, { value: [1] }],
])('a final output %s with error %s is an object all the same', async (finalOutput, error, expected) => {
  await mill.subscribe(HERE, { includeFinalOutput: true });
  await mill.complete({ finalOutput, error, level: error === null ? 'info' : 'error' });
  const [row] = await written();
  expect(JSON.parse(row!.body).data).toMatchObject({
    finalOutput: expected,
    status: error === null ? 'success' : 'error',
  });
});

test('changed settings count from the next completion on, though the process knew the old ones', async () => {
  const { id } = await mill.subscribe(HERE);
  const change = (data: object) => prisma().webhookSubscription.update({ where: { id }, data });
  await mill.complete();
  await change({ includeFinalOutput: true });
  const withOutput = await mill.complete();
  await change({ active: false });
  await mill.complete();
  await change({ active: true, includeFinalOutput: false, includeUsageData: true });
  const withUsage = await mill.complete();
  const data = (await written()).map(
    ({ execution_id, body }) => [execution_id, JSON.parse(body).data] as const,
  );
  expect(data).toHaveLength(3);
  const of = new Map(data);
  expect('finalOutput' in of.get(withOutput)!).toBe(true);
  expect('usage' in of.get(withUsage)! && !('finalOutput' in of.get(withUsage)!)).toBe(true);
});

test('no subscription made before a completion is missed, however many complete meanwhile', async () => {
  const running = { on: true };
  const load = async () => {
    while (running.on) await mill.complete();
  };
  const loads = [load(), load(), load()];
  for (let round = 0; round < 20; round += 1) {
    const webhook = await mill.subscribe(HERE, {
      includeFinalOutput: round % 2 === 0,
      includeTraceSpans: round % 3 === 0,
    });
    const executionId = await mill.complete();
    const { rows } = await pool().query(
      'SELECT 1 FROM runtime.webhook_delivery WHERE subscription_id = $1 AND execution_id = $2',
      [webhook.id, executionId],
    );
    expect(rows).toHaveLength(1);
  }
  running.on = false;
  await Promise.all(loads);
});

test('whoever records the end, group, recovery or refusal, the outbox agrees with the logs', async () => {
  await mill.subscribe(HERE);
  const group = [completionOf(mill), completionOf(mill), completionOf(mill)];
  const [mine, theirs] = [completionOf(mill).execution, completionOf(mill).execution];
  await insertExecutions(pool(), [mine], thisProcess().id);
  await insertExecutions(pool(), [theirs], newId());
  await recordCompletions(pool(), group, thisProcess().id);
  await recordEnd(mine, Date.now(), FAILED);
  const taken = { ...completionOf(mill), execution: theirs, hasRow: true };
  expect(await recordCompletions(pool(), [taken], thisProcess().id)).toEqual([false]);
  await expect(recordCompletions(pool(), [group[0]!], thisProcess().id)).rejects.toMatchObject({
    code: '23505',
  });
  const logs = await pool().query('SELECT execution_id FROM runtime.log WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  const logged = logs.rows.map((row) => row.execution_id).sort();
  expect(logged).toEqual([...group.map(({ execution }) => execution.executionId), mine.executionId].sort());
  expect((await written()).map((row) => row.execution_id).sort()).toEqual(logged);
});

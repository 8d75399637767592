import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../../platform/models/testing/model-server';
import type { ScriptedAnswer } from '../../../platform/models/testing/scripted-answer';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { SCOPES } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import { setModelPrice } from '../../model-prices/change-model-prices';
import { createWebhook } from '../../outgoing-webhooks/create-webhook';
import { NewWebhookSettings } from '../../outgoing-webhooks/schema';
import { setVariable } from '../../variables/set-variable';
import { getWorkflow } from '../../workflows/get-workflow';
import { saveWorkflow } from '../../workflows/save-workflow';
import { getLastOutputs } from '../single-block/last-outputs';
import { workflowIn } from '../testing/workflow-in';

const KEY = 'sk-0123456789abcdefghijklmnop';

let api: TestApi;
let mill: TestWorkspace;
let headers: Record<string, string>;
let models: ModelServer;
let script: (index: number) => ScriptedAnswer;
let asked = 0;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  api = await startTestApi();
  models = await startModelServer(() => {
    asked += 1;
    return script(asked - 1);
  });
});
beforeEach(async () => {
  asked = 0;
  script = () => ({ text: 'Well.', usage: { input: 1_000, cacheRead: 2_000, output: 500 } });
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [mill.workspaceId], expiresAt: null };
  headers = { 'x-api-key': (await createApiKey(mill.owner, choice)).secret };
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'MODEL_KEY', value: KEY });
  const price = { model: 'house', input: 2, cacheRead: 0.5, cacheWrite: 2.5, output: 8 };
  await setModelPrice(mill.owner, { workspaceId: mill.workspaceId, ...price });
});
afterEach(() => {
  models.questions.length = 0;
});
afterAll(async () => {
  await models.close();
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

const HOOK = NewWebhookSettings.parse({ url: 'http://127.0.0.1:9/' });

const agent = (change: object = {}) => ({
  type: 'agent',
  config: {
    provider: { kind: 'openai', baseUrl: models.baseUrlOf('openai'), apiKey: '{{MODEL_KEY}}' },
    model: 'house',
    prompt: 'How are you?',
    maxRetries: 0,
    ...change,
  },
});

const run = (id: string) => api.call('POST', `/api/v1/workflows/${id}/executions`, headers, { input: {} });
const get = async (path: string) => (await api.call('GET', path, headers)).body as Record<string, never>;
const logOf = async (body: Record<string, unknown>) =>
  (await get(`/api/v1/logs/${body.logId}`)).data as never;

// Calculated by hand: input (1000 × 2 + 2000 × 0.5) / 1e6 = 0.003, output 500 × 8 / 1e6 = 0.004.
const TOKENS = { prompt: 3_000, completion: 500, total: 3_500 };

test('tokens and cost of an agent are in log, filters, webhook’s event and the month’s usage', async () => {
  const id = await workflowIn(mill, [agent(), agent({ model: 'unpriced' })]);
  const { workspaceId } = mill;
  await createWebhook(mill.owner, { workspaceId, workflowId: id, ...HOOK });
  const { body } = await run(id);
  expect(body).toMatchObject({ status: 'success', output: { content: 'Well.', cost: null } });
  const { data: last } = await getLastOutputs(mill.owner, { id }, new AbortController().signal);
  expect(last.b1).toMatchObject({ output: { content: 'Well.', steps: 1 } });

  const both = { prompt: 6_000, completion: 1_000, total: 7_000 };
  const log = await logOf(body);
  expect(log).toMatchObject({
    cost: {
      total: 0.007,
      tokens: both,
      models: {
        house: { input: 0.003, output: 0.004, total: 0.007, tokens: TOKENS },
        unpriced: { input: 0, output: 0, total: 0, tokens: TOKENS },
      },
      // Beside the sum that it is not in.
      unpriced: ['unpriced'],
    },
    executionData: {
      traceSpans: [
        {},
        {
          type: 'agent',
          children: [
            {
              type: 'model',
              model: 'house',
              cost: 0.007,
              prices: 'workspace',
              tokens: { ...TOKENS, input: 1_000, cacheRead: 2_000, cacheWrite: 0, output: 500 },
            },
          ],
        },
        { children: [{ model: 'unpriced', cost: null }], warnings: [expect.stringContaining('No price')] },
      ],
    },
  });
  const found = async (filter: string) =>
    (await get(`/api/v1/logs?workspaceId=${mill.workspaceId}&${filter}`)).data as unknown as unknown[];
  for (const filter of ['model=house', 'model=unpriced', 'minCost=0.007&maxCost=0.007'])
    expect(await found(filter), filter).toHaveLength(1);
  for (const filter of ['model=gpt-4o', 'minCost=0.0071', 'maxCost=0.0069'])
    expect(await found(filter), filter).toHaveLength(0);
  const { limits } = await get(`/api/v1/logs?workspaceId=${mill.workspaceId}`);
  expect(limits).toMatchObject({ usage: { currentPeriodCost: 0.007 } });
  const { rows } = await pool().query<{ body: string }>(
    `SELECT body FROM runtime.webhook_body WHERE body LIKE '%' || $1 || '%'`,
    [body.executionId],
  );
  expect(rows.map((row) => JSON.parse(row.body).data.cost)).toEqual([(log as { cost: object }).cost]);
});

test('money adds up as decimals: in the log, its filters, the event and the month', async () => {
  // 14,000 × 1 / 1e6 = 0.014 and 4,000 × 1 / 1e6 = 0.004, which as doubles make 0.018000000000000002.
  const price = { model: 'dime', input: 1, cacheRead: 1, cacheWrite: 1, output: 1 };
  await setModelPrice(mill.owner, { workspaceId: mill.workspaceId, ...price });
  script = (index) => ({ text: 'Well.', usage: { input: index === 0 ? 14_000 : 4_000, output: 0 } });
  const id = await workflowIn(mill, [agent({ model: 'dime' }), agent({ model: 'dime' })]);
  const { workspaceId } = mill;
  await createWebhook(mill.owner, { workspaceId, workflowId: id, ...HOOK, includeUsageData: true });
  const { body } = await run(id);
  const cost = { total: 0.018, models: { dime: { total: 0.018 } } };
  expect(await logOf(body)).toMatchObject({ cost });
  const found = async (filter: string) =>
    (await get(`/api/v1/logs?workspaceId=${workspaceId}&${filter}`)) as Record<string, unknown>;
  for (const [filter, count] of [
    ['maxCost=0.018', 1] as const,
    ['minCost=0.018', 1] as const,
    ['maxCost=0.017999999', 0] as const,
    ['minCost=0.018000001', 0] as const,
  ]) {
    const page = await found(filter);
    expect([filter, (page.data as unknown[]).length]).toEqual([filter, count]);
    expect(page.limits).toMatchObject({ usage: { currentPeriodCost: 0.018 } });
  }
  const { rows } = await pool().query<{ body: string }>(
    `SELECT body FROM runtime.webhook_body WHERE body LIKE '%' || $1 || '%'`,
    [body.executionId],
  );
  const { data } = JSON.parse(rows[0]!.body);
  expect([data.cost.total, data.usage.currentPeriodCost]).toEqual([0.018, 0.018]);
});

test('an event counts the run that it reports, also the one that crosses the limit', async () => {
  script = () => ({ text: 'Well.', usage: { input: 500_000, output: 0 } }); // a dollar each
  await pool().query(`UPDATE "user" SET plan = 'enterprise', custom_limits = $2 WHERE id = $1`, [
    mill.owner.userId,
    { monthlyUsageUsd: 2 },
  ]);
  const id = await workflowIn(mill, [agent()]);
  const { workspaceId } = mill;
  await createWebhook(mill.owner, { workspaceId, workflowId: id, ...HOOK, includeUsageData: true });
  const usageOf = async () => {
    const { body } = await run(id);
    const { rows } = await pool().query<{ body: string }>(
      `SELECT body FROM runtime.webhook_body WHERE body LIKE '%' || $1 || '%'`,
      [body.executionId],
    );
    return JSON.parse(rows[0]!.body).data.usage;
  };
  expect(await usageOf()).toMatchObject({ currentPeriodCost: 1, limit: 2, isExceeded: false });
  expect(await usageOf()).toMatchObject({ currentPeriodCost: 2, limit: 2, isExceeded: true });
  expect((await run(id)).status).toBe(402);
});

test('a limit of the run takes the error port, and what was spent until then is counted', async () => {
  script = () => ({ toolCalls: [{ name: 'again', arguments: {} }], usage: { input: 1_000_000, output: 0 } });
  const tool = { kind: 'request', name: 'again', url: models.origin };
  const answer = { type: 'response', config: { body: '{"stopped": "<b1.error.limit>"}' }, port: 'error' };
  const id = await workflowIn(mill, [{ ...agent({ tools: [tool] }), port: 'error' }, answer]);
  const { data } = await getWorkflow(mill.owner, { id });
  const document = { ...data.document, settings: { agents: { usd: 3 } } };
  await saveWorkflow(mill.owner, { id, document, version: data.version });
  const { body } = await run(id);
  expect(body).toMatchObject({ status: 'success', output: { stopped: 'usd' } });
  expect(await logOf(body)).toMatchObject({ cost: { total: 4 } });
  const { workflowState } = (await get(`/api/v1/logs/executions/${body.executionId}`)) as never;
  expect(workflowState).toMatchObject({ settings: { agents: { usd: 3 } } });
});

test('the answers of a run that fails elsewhere are counted', async () => {
  script = (index) =>
    index === 0
      ? { toolCalls: [{ name: 'no', arguments: {} }], usage: { input: 500_000, output: 0 } }
      : { fault: 'hang' };
  const id = await workflowIn(mill, [agent({ limits: { seconds: 1 } })]);
  const { body } = await run(id);
  expect(body).toMatchObject({ error: { code: 'BUDGET_EXCEEDED' } });
  expect(await logOf(body)).toMatchObject({ cost: { total: 1 } });
});

test('a plan’s monthly limit holds for what models cost', async () => {
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  script = () => ({ text: 'Dear.', usage: { input: 100_000_000, output: 0 } });
  const id = await workflowIn(mill, [agent()]);
  expect((await run(id)).status).toBe(200);
  expect(await get(`/api/v1/logs?workspaceId=${mill.workspaceId}`)).toMatchObject({
    limits: { usage: { currentPeriodCost: 200, isExceeded: true } },
  });
  expect((await run(id)).body).toMatchObject({ code: 'usage_exceeded' });
});

test('an agent sent alone counts towards the month’s usage, whose limit holds for it too', async () => {
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  script = () => ({ text: 'Dear.', usage: { input: 2_500_000, output: 0 } });
  const id = await workflowIn(mill, [agent()]);
  const send = () => api.call('POST', `/api/v1/workflows/${id}/blocks/b1/send`, headers, {});
  const spent = async () =>
    (await get(`/api/v1/logs?workspaceId=${mill.workspaceId}`)).limits as unknown as {
      usage: { currentPeriodCost: number };
    };
  expect((await send()).body).toMatchObject({ data: { output: { content: 'Dear.', cost: 5 } } });
  expect((await spent()).usage).toMatchObject({ currentPeriodCost: 5, isExceeded: false });
  expect((await send()).status).toBe(200);
  expect((await spent()).usage).toMatchObject({ currentPeriodCost: 10, isExceeded: true });
  expect((await send()).body).toMatchObject({ code: 'usage_exceeded' });
  expect(asked).toBe(2);
});

test('an agent sent alone stops at the limits that its workflow sets for all agents of a run', async () => {
  script = () => ({ toolCalls: [{ name: 'again', arguments: {} }], usage: { input: 1_000_000, output: 0 } });
  const tool = { kind: 'request', name: 'again', url: models.origin };
  const id = await workflowIn(mill, [agent({ tools: [tool] })]);
  const { data } = await getWorkflow(mill.owner, { id });
  const send = (agents: object) =>
    api.call('POST', `/api/v1/workflows/${id}/blocks/b1/send`, headers, {
      document: { ...data.document, settings: { agents } },
    });
  for (const [limit, agents] of [
    ['usd', { usd: 3 }],
    ['calls', { calls: 2 }],
  ] as const) {
    const { body } = await send(agents);
    expect(body, limit).toMatchObject({
      data: { output: { error: { code: 'BUDGET_EXCEEDED', scope: 'run', limit } } },
    });
  }
  // Two answers of $2 each until the first limit was passed; one, and one call of a tool, until the second.
  expect(asked).toBe(3);
  expect(await get(`/api/v1/logs?workspaceId=${mill.workspaceId}`)).toMatchObject({
    limits: { usage: { currentPeriodCost: 6 } },
  });
});

test('a tool that is answered with 404 is a warning, and so is the run', async () => {
  script = (index) =>
    index === 0 ? { toolCalls: [{ name: 'look', arguments: {} }] } : { text: 'It is not there.' };
  const tool = { kind: 'request', name: 'look', url: `${api.origin}/api/v1/none` };
  const { body } = await run(await workflowIn(mill, [agent({ tools: [tool] })]));
  expect(body).toMatchObject({ status: 'success', output: { content: 'It is not there.' } });
  expect(await logOf(body)).toMatchObject({
    level: 'info',
    status: 'warning',
    executionData: {
      traceSpans: [
        {},
        {
          status: 'success',
          children: [{}, { type: 'tool', status: 'warning', unchecked: true, output: { status: 404 } }, {}],
        },
      ],
    },
  });
});

test('a key is in the request and the caller’s answer: not in what is stored, nor in a failure', async () => {
  script = (index) =>
    index === 0
      ? { status: 401, error: { code: 'invalid_api_key', message: `Incorrect API key provided: ${KEY}` } }
      : { text: `You sent me ${KEY}`, usage: { input: 1, output: 1 } };
  const id = await workflowIn(mill, [agent()]);
  const refused = await run(id);
  expect(refused.body).toMatchObject({ status: 'error', error: { code: 'MODEL_KEY_REFUSED' } });
  const told = await run(id);
  expect(told.body).toMatchObject({ output: { content: `You sent me ${KEY}` } });
  expect(models.questions[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  const { rows } = await pool().query('SELECT p::text FROM runtime.log_payload p');
  const everything = JSON.stringify([refused.body, await logOf(refused.body), await logOf(told.body), rows]);
  expect(everything).not.toContain(KEY);
});

import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '../../platform/models/testing/model-server';
import { type LoopbackServer, listen } from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { getExecution } from './get-execution';
import { queueRun } from './start-run';
import { KillableServer } from './testing/killable-server';
import { workflowIn } from './testing/workflow-in';

const TIMEOUT_MS = 60_000;
const server = new KillableServer();
let mill: TestWorkspace;
let models: ModelServer;
let upstream: LoopbackServer;
/** How often each item was asked for. */
const calls = new Map<string, number>();
let isHeld = true;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  mill = await mintWorkspace();
  const toolCalls = ['a', 'b'].map((item) => ({ name: 'look_up', arguments: { item } }));
  models = await startModelServer((_, index) => (index === 0 ? { toolCalls } : { text: 'Both are there.' }));
  upstream = await listen(
    createServer((request, response) => {
      const item = request.url?.slice(1) ?? '';
      calls.set(item, (calls.get(item) ?? 0) + 1);
      response.setHeader('content-type', 'application/json');
      if (item === 'a' || !isHeld) response.end(JSON.stringify({ item }));
    }),
  );
});
afterEach(() => server.kill());
afterAll(async () => {
  await models.close();
  await upstream.close();
  await closeDatabase();
});

test('an agent’s workflows run by themselves; after a kill -9 nothing that ended runs again', async () => {
  const called = await workflowIn(
    mill,
    [
      { type: 'api', config: { url: `${upstream.origin}/<b0.item>`, method: 'POST' } },
      { type: 'response', config: { body: '<b1.data>' } },
    ],
    [{ name: 'item', type: 'string', required: true }],
  );
  const agent = {
    provider: { kind: 'openai', baseUrl: models.baseUrlOf('openai'), apiKey: 'sk-0123456789' },
    ...{ model: 'house', prompt: 'Are a and b there?', maxRetries: 0 },
    tools: [{ kind: 'workflow', name: 'look_up', description: 'Looks an item up', workflowId: called }],
  };
  const workflowId = await workflowIn(mill, [{ type: 'agent', config: agent }]);
  await server.start();
  const { executionId } = await queueRun(mill.owner, { workflowId, input: {} });
  const childrenEnded = async () => {
    const { rows } = await pool().query(
      'SELECT p.final_output FROM runtime.log_payload p WHERE p.parent_execution_id = $1',
      [executionId],
    );
    return rows.map(({ final_output: output }) => JSON.parse(output).item).sort();
  };
  await expect.poll(() => calls.get('b'), { timeout: TIMEOUT_MS }).toBe(1);
  await expect.poll(childrenEnded, { timeout: TIMEOUT_MS }).toEqual(['a']);
  await server.kill();
  isHeld = false;
  await server.start();
  const state = async () => (await getExecution(mill.reader, executionId)).status;
  await expect.poll(state, { timeout: TIMEOUT_MS }).toBe('success');
  expect(await childrenEnded()).toEqual(['a', 'b']);
  // The one that had not ended sent its request again, with the same key.
  expect(Object.fromEntries(calls)).toEqual({ a: 1, b: 2 });
  // The model's first answer was noted: it was asked once more, for the second.
  expect(models.questions).toHaveLength(2);
  const { tools } = models.questions[0]!.json as { tools: Array<{ function: { parameters: object } }> };
  expect(tools[0]?.function.parameters).toMatchObject({
    properties: { item: { type: 'string' } },
    required: ['item'],
  });
}, 180_000);

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../../platform/ids';
import { pool, prisma } from '../../../platform/postgres/db';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { type KeyHolder, keyOf, startKeyHolder } from '../testing/key-holder';
import { workflowIn } from '../testing/workflow-in';

vi.setConfig({ testTimeout: patient(90_000) });

let holder: KeyHolder;
let mill: TestWorkspace;
let headers: { 'x-api-key': string };
let workflowId: string;

beforeAll(async () => {
  holder = await startKeyHolder();
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  headers = await keyOf(mill);
  workflowId = await workflowIn(
    mill,
    [{ type: 'response', config: { status: 200, body: '<b0.n>' } }],
    [{ name: 'n', type: 'number', required: true }],
  );
});
afterAll(() => holder.close());

const batch = (inputs: unknown, more: Record<string, string> = {}) =>
  holder.api.call(
    'POST',
    `/api/v1/workflows/${workflowId}/executions/batch`,
    { ...headers, ...more },
    {
      inputs,
    },
  );
const idsOf = (body: Record<string, unknown>) =>
  (body.data as Array<{ executionId: string }>).map(({ executionId }) => executionId);

async function logged(): Promise<Map<string, unknown>> {
  const { rows } = await pool().query(
    `SELECT l.execution_id, l.trigger, p.final_output FROM runtime.log l
      JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
      WHERE l.workflow_id = $1`,
    [workflowId],
  );
  return new Map(rows.map((row) => [row.execution_id, JSON.parse(row.final_output)]));
}
const startedRows = async (): Promise<number> => {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM runtime.execution WHERE workflow_id = $1)
          + (SELECT count(*) FROM runtime.log WHERE workflow_id = $1) AS n`,
    [workflowId],
  );
  return Number(rows[0].n);
};

test('a thousand inputs are a thousand runs, with ids in the order of the inputs', async () => {
  const answer = await batch(Array.from({ length: 1_000 }, (_, n) => ({ n })));
  expect(answer.status).toBe(202);
  const ids = idsOf(answer.body);
  expect(new Set(ids).size).toBe(1_000);
  await expect.poll(async () => (await logged()).size, { timeout: patient(60_000) }).toBe(1_000);
  const outputs = await logged();
  expect(ids.map((id) => outputs.get(id))).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
});

test('a large batch is read off the event loop and keeps every digit', async () => {
  const pad = 'ä'.repeat(100_000);
  const inputs = Array.from({ length: 12 }, () => ({ n: 1, pad }));
  const answer = await batch(inputs);
  expect(answer.status).toBe(202);
  const digits = `{"inputs":[{"n":12345678901234567890},{"pad":"${pad}\\n${pad}","n":2}]}`;
  const exact = await fetch(`${holder.api.origin}/api/v1/workflows/${workflowId}/executions/batch`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: digits,
  });
  const [first] = idsOf((await exact.json()) as Record<string, unknown>);
  await expect.poll(async () => (await logged()).size, { timeout: patient(60_000) }).toBe(14);
  const { rows } = await pool().query(
    `SELECT p.final_output FROM runtime.log l JOIN runtime.log_payload p
       ON p.log_id = l.id AND p.started_at = l.started_at WHERE l.execution_id = $1`,
    [first],
  );
  expect(rows[0].final_output).toContain('12345678901234567890');
});

test('invalid inputs are named by their index, and nothing starts', async () => {
  const answer = await batch([{ n: 1 }, { n: 'two' }, { n: 3 }, {}]);
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual([
    { param: 'inputs.1', code: 'input_invalid', message: 'Input 1: "n" must be a number, not text.' },
    { param: 'inputs.3', code: 'input_invalid', message: 'Input 3: "n" is required.' },
  ]);
  const wrong = await batch([{ n: 1 }, 'text']);
  expect(wrong.body.errors).toMatchObject([{ param: 'inputs.1' }]);
  expect((await batch([])).status).toBe(400);
  expect((await batch(Array.from({ length: 1_001 }, () => ({ n: 1 })))).status).toBe(400);
  expect((await batch([{ n: 1, pad: 'x'.repeat(1_100_000) }])).body.detail).toContain('over 1 MB');
  expect((await batch([{ n: 1, pad: 'x'.repeat(5_300_000) }])).status).toBe(413);
  expect(await startedRows()).toBe(0);
});

test('a batch the plan has no room for starts nothing and uses nothing up', async () => {
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  const of = (count: number) => batch(Array.from({ length: count }, (_, n) => ({ n })));
  expect((await of(30)).status).toBe(202);
  const refused = await of(21);
  expect(refused.status).toBe(429);
  expect(refused.body.detail).toMatch(/batch of 21 doesn’t fit now.* 20 are left.*Nothing was started/);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await of(51)).body.detail).toContain('never fits');
  expect((await of(20)).status).toBe(202);
  expect((await of(1)).status).toBe(429);
  expect(await startedRows()).toBe(50);
});

test('one Idempotency-Key is one batch, however many ask at once', async () => {
  const key = { 'idempotency-key': newId() };
  const inputs = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const answers = await Promise.all(Array.from({ length: 10 }, () => batch(inputs, key)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  expect(new Set(answers.map(({ body }) => idsOf(body).join())).size).toBe(1);
  expect(answers.filter(({ headers: sent }) => sent.get('idempotent-replayed') === 'true')).toHaveLength(9);
  await expect.poll(async () => (await logged()).size).toBe(3);
  const other = await batch([{ n: 1 }], key);
  expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('a refused batch leaves its key free', async () => {
  const key = { 'idempotency-key': newId() };
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'free' } });
  const inputs = Array.from({ length: 51 }, (_, n) => ({ n }));
  expect((await batch(inputs, key)).status).toBe(429);
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  expect((await batch(inputs, key)).status).toBe(202);
});

test('needs the scope to run, and a workflow of one’s own', async () => {
  const reads = await keyOf(mill, ['logs:read']);
  expect((await batch([{ n: 1 }], reads)).status).toBe(403);
  expect((await batch([{ n: 1 }], holder.headers)).status).toBe(404);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat, thisProcess } from '../../platform/postgres/process-lease';
import { expectOutcomes, refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { listAudit } from '../audit/list-audit';
import { getWorkflowHold } from '../holds/get-hold';
import { holdWorkflow } from '../holds/hold';
import { releaseWorkflow } from '../holds/release-hold';
import { ZERO_COST } from '../logs/cost';
import { recordCompletions } from '../runs/recording/record-completions';
import { executionRow } from '../runs/shapes/execution-row';
import { workflowToRun } from '../runs/starting/admit';
import { createBudget, deleteBudget, updateBudget } from './change-budgets';
import { checkBudgets } from './check-budgets';
import { putBudget } from './put-budget';
import { findBudget, listBudgets } from './read-budgets';
import type { BudgetSettings } from './schema';

let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
});
beforeEach(async () => {
  mill = await mintWorkspace();
});
afterAll(async () => {
  await stopHeartbeat();
  await closeDatabase();
});

const settings = (changes: Partial<BudgetSettings> = {}): BudgetSettings => ({
  workflowId: mill.exampleId,
  measure: 'runs',
  server: null,
  limit: 3,
  withinMinutes: 60,
  lift: 'release',
  waitingCallers: 'refuse',
  ...changes,
});

async function budgetOf(changes: Partial<BudgetSettings> = {}): Promise<string> {
  const { workspaceId } = mill;
  return (await createBudget(mill.owner, { workspaceId, ...settings(changes) })).data.id;
}

interface Ended {
  level?: 'info' | 'error';
  cost?: number;
  trigger?: 'api' | 'manual';
}

/** Records runs of the workflow that ended now. */
async function ended(
  count: number,
  { level = 'info', cost = 0, trigger = 'api' }: Ended = {},
): Promise<void> {
  const workflow = await workflowToRun(mill.owner, { workflowId: mill.exampleId });
  for (let n = 0; n < count; n += 1) {
    const completion = {
      execution: executionRow(workflow, { trigger, mode: 'sync', input: '{}' }),
      hasRow: false,
      level,
      startedAtMs: Date.now(),
      endedAtMs: Date.now(),
      costTotal: cost,
      traceSpans: '[]',
      finalOutput: 'null',
      cost: ZERO_COST,
      error: level === 'info' ? null : JSON.stringify({ code: 'TIMEOUT', message: 'No answer.' }),
    };
    await recordCompletions(pool(), [completion], thisProcess().id);
  }
}

/** Makes all budgets due, and looks at them. */
async function look(): Promise<void> {
  await pool().query('UPDATE runtime.budget SET next_check_at = now() WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  await checkBudgets(new AbortController().signal);
}
const holdNow = async () => (await getWorkflowHold(mill.reader, { id: mill.exampleId })).data;
const endWindow = (id: string) =>
  pool().query(`UPDATE runtime.budget SET window_start = now() - interval '2 hours' WHERE id = $1`, [id]);

test('what has reached its limit is held once, with the reason, and audited', async () => {
  const id = await budgetOf();
  await ended(2);
  await ended(5, { trigger: 'manual' });
  await look();
  expect(await holdNow()).toBeNull();
  expect(await findBudget(mill.reader, id)).toMatchObject({ counted: 2, reachedAt: null });
  await ended(1);
  await Promise.all([look(), look()]);
  expect(await holdNow()).toMatchObject({
    workflowId: mill.exampleId,
    reason: 'Budget reached: 3 runs within 1 hour.',
    heldBy: null,
    byRule: true,
  });
  expect(await findBudget(mill.reader, id)).toMatchObject({ counted: 3, reachedAt: expect.any(String) });
  const { data } = await listAudit(mill.admin, { workspaceId: mill.workspaceId, limit: 50 });
  expect(data.filter(({ action }) => action === 'workflow.held')).toEqual([
    expect.objectContaining({ actor: 'system', target: mill.exampleId }),
  ]);
});

test('a release begins the window anew', async () => {
  const id = await budgetOf();
  await ended(3);
  await look();
  await releaseWorkflow(mill.writer, { id: mill.exampleId });
  await look();
  expect(await findBudget(mill.reader, id)).toMatchObject({ counted: 0, reachedAt: null });
  await ended(3);
  await look();
  // Also while it is still being released.
  expect(await holdNow()).toMatchObject({ release: null, reason: expect.stringContaining('3 runs') });
});

test('the end of the window lifts the hold by choice, and else begins the next one', async () => {
  const stays = await budgetOf();
  await ended(3);
  await look();
  await endWindow(stays);
  await look();
  expect(await holdNow()).toMatchObject({ release: null });
  await deleteBudget(mill.owner, { id: stays });
  expect(await holdNow()).not.toBeNull();
  await releaseWorkflow(mill.writer, { id: mill.exampleId });
  await pool().query('DELETE FROM runtime.hold WHERE workflow_id = $1', [mill.exampleId]);

  const lifts = await budgetOf({ lift: 'window-end' });
  await ended(3);
  await look();
  expect(await holdNow()).toMatchObject({ release: null });
  await endWindow(lifts);
  await look();
  expect((await holdNow())?.release).not.toBeNull();
  expect(await findBudget(mill.reader, lifts)).toMatchObject({ counted: 0, reachedAt: null });

  const open = await budgetOf({ limit: 5 });
  await ended(2);
  await endWindow(open);
  await look();
  expect(await findBudget(mill.reader, open)).toMatchObject({ counted: 0 });
});

test('a hold of a person stays theirs, and of two budgets the second keeps it', async () => {
  const budget = await budgetOf({ lift: 'window-end' });
  await holdWorkflow(mill.writer, { id: mill.exampleId, reason: 'Moving', waitingCallers: 'queue' });
  await ended(3);
  await look();
  await endWindow(budget);
  await look();
  expect(await holdNow()).toMatchObject({ reason: 'Moving', release: null });
  await releaseWorkflow(mill.writer, { id: mill.exampleId });
  await pool().query('DELETE FROM runtime.hold WHERE workflow_id = $1', [mill.exampleId]);

  const other = await budgetOf({ limit: 4, lift: 'window-end' });
  await look();
  await ended(4);
  await look();
  await endWindow(budget);
  await look();
  expect(await holdNow()).toMatchObject({ release: null, reason: expect.stringContaining('4 runs') });
  await endWindow(other);
  await look();
  expect((await holdNow())?.release).not.toBeNull();
});

test('dollars, failures in a row and requests to a server', async () => {
  const dollars = await budgetOf({ measure: 'dollars', limit: 0.3, workflowId: null });
  const row = await budgetOf({ measure: 'failures-in-a-row', limit: 3 });
  const requests = await budgetOf({ measure: 'requests', limit: 10, server: 'api.example.com' });
  await look();
  const counted = async (id: string) => (await findBudget(mill.reader, id)).counted;
  await ended(2, { level: 'error', cost: 0.1 });
  await look();
  expect([await counted(dollars), await counted(row)]).toEqual([0.2, 2]);
  await ended(1);
  await ended(1, { level: 'error' });
  await look();
  expect(await counted(row)).toBe(1);
  const sent = (host: string, n: number) =>
    pool().query(
      `INSERT INTO runtime.trace_rollup (workspace_id, grain, kind, at, workflow_id, key, n, errors,
         duration_ms, cost, prompt_tokens, completion_tokens)
       VALUES ($1, 'hour', 'host', date_trunc('hour', now(), 'UTC'), $2, $3, $4, 0, 0, 0, 0, 0)
       ON CONFLICT (workspace_id, grain, kind, at, workflow_id, key) DO UPDATE SET n = trace_rollup.n + excluded.n`,
      [mill.workspaceId, mill.exampleId, host, n],
    );
  await sent('other.example.com', 50);
  await sent('api.example.com', 7);
  await look();
  expect(await counted(requests)).toBe(7);
  await sent('api.example.com', 3);
  await look();
  expect(await holdNow()).toMatchObject({
    reason: 'Budget reached: 10 requests to api.example.com within 1 hour.',
  });
});

test('who may, and what is refused', async () => {
  const { workspaceId } = mill;
  const create = (changes: Partial<BudgetSettings>) => (actor: TestWorkspace['owner']) =>
    createBudget(actor, { workspaceId, ...settings(changes) });
  const byWriters = { stranger: 'forbidden', reader: 'forbidden', writer: 'done' } as const;
  await expectOutcomes(mill, create({}), byWriters);
  await expectOutcomes(mill, create({ workflowId: null }), { writer: 'forbidden', admin: 'done' });
  const id = await budgetOf();
  await expectOutcomes(mill, (actor) => findBudget(actor, id), { stranger: 'not_found', reader: 'done' });
  await expectOutcomes(mill, (actor) => updateBudget(actor, { id, ...settings() }), {
    stranger: 'not_found',
    reader: 'forbidden',
    writer: 'done',
  });
  expect(await refusalOf(create({ workflowId: newId() })(mill.writer))).toBe('invalid_request');
  expect((await listBudgets(mill.reader, { workspaceId })).data).toHaveLength(3);
  await expectOutcomes(mill, (actor) => deleteBudget(actor, { id }), {
    stranger: 'not_found',
    writer: 'done',
  });
});

test('a budget is put by an external id, and written only where something differs', async () => {
  const { workspaceId } = mill;
  const put = (changes: Partial<BudgetSettings> = {}) =>
    putBudget(mill.writer, { workspaceId, externalId: 'calls', ...settings(changes) });
  expect(await put()).toMatchObject({ created: true, data: { externalId: 'calls', limit: 3 } });
  expect(await put()).toMatchObject({ created: false, changed: false });
  expect(await put({ limit: 4 })).toMatchObject({ created: false, changed: true, data: { limit: 4 } });
});

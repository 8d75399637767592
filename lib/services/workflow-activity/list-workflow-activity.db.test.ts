import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, logsPool, pool } from '../../platform/postgres/db';
import { expectOutcomes } from '../accounts/testing/refusals';
import { completedRun, type LoggedWorkspace, mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import { deleteWorkflow } from '../removal/delete-workflow';
import { insertExecutions } from '../runs/recording/insert-executions';
import type { CompletionRow } from '../runs/shapes/execution-row';
import { scheduledWorkflow } from '../schedules/testing/scheduled-workflow';
import { updateSchedule } from '../schedules/update-schedule';
import { createWorkflow } from '../workflows/create-workflow';
import { listWorkflowActivity, READ_ACTIVITY } from './list-workflow-activity';

let mill: LoggedWorkspace;
beforeEach(async () => {
  mill = await mintLoggedWorkspace();
});
afterAll(closeDatabase);

const EMPTY = { blocks: {}, edges: [], schemaVersion: 1, loops: {}, parallels: {} };

async function anotherWorkflow(name: string): Promise<string> {
  const { workspaceId, writer } = mill;
  return (await createWorkflow(writer, { workspaceId, name, document: EMPTY })).data.id;
}

/** Returns a successful run of that workflow, with `change` applied. */
const runOf = (workflowId: string, startedAtMs: number, change: Partial<CompletionRow> = {}) =>
  completedRun(
    { workspaceId: mill.workspaceId, workflowId, holderId: mill.owner.userId },
    startedAtMs,
    'api',
    change,
  );

async function activityOf(workflowId: string) {
  const { data } = await listWorkflowActivity(mill.reader, mill);
  return data.find((activity) => activity.workflowId === workflowId);
}

const FAILED: Partial<CompletionRow> = { level: 'error', error: '{"code":"X","message":"x"}' };

test('the last run is right of each workflow, however many runs others have had since', async () => {
  const atMs = Date.now() - 3_600_000;
  const [quiet, busy] = [await anotherWorkflow('quiet'), await anotherWorkflow('busy')];
  const last = runOf(quiet, atMs + 1, FAILED);
  await mill.record([runOf(quiet, atMs), last]);
  const later = Array.from({ length: 300 }, (_, index) => runOf(busy, atMs + 1_000 + index));
  await mill.record(later);
  expect(await activityOf(quiet)).toEqual({
    workflowId: quiet,
    lastRun: {
      logId: last.execution.logId,
      status: 'error',
      startedAt: new Date(last.startedAtMs).toISOString(),
    },
    failures: 1,
    waiting: 0,
    nextRunAt: null,
  });
  expect((await activityOf(busy))?.lastRun?.logId).toBe(later.at(-1)?.execution.logId);
  expect(await activityOf(mill.exampleId)).toMatchObject({ lastRun: null, failures: 0 });
});

test('failures are counted back to the last success', async () => {
  const atMs = Date.now() - 3_600_000;
  const [failing, mended] = [await anotherWorkflow('failing'), await anotherWorkflow('mended')];
  await mill.record([
    runOf(failing, atMs, FAILED),
    runOf(failing, atMs + 1),
    runOf(failing, atMs + 2, FAILED),
    runOf(failing, atMs + 3, FAILED),
    runOf(mended, atMs, FAILED),
    runOf(mended, atMs + 1),
  ]);
  expect((await activityOf(failing))?.failures).toBe(2);
  expect((await activityOf(mended))?.failures).toBe(0);
});

test('a run that somebody stopped is told apart, and neither fails nor mends', async () => {
  const atMs = Date.now() - 3_600_000;
  const id = await anotherWorkflow('stopped');
  const stopped: Partial<CompletionRow> = { level: 'error', ending: 'cancelled' };
  await mill.record([runOf(id, atMs), runOf(id, atMs + 1, FAILED), runOf(id, atMs + 2, stopped)]);
  expect(await activityOf(id)).toMatchObject({ failures: 1, lastRun: { status: 'cancelled' } });
});

test('runs that wait are counted, running ones are not', async () => {
  const waiting = [runOf(mill.exampleId, Date.now()).execution, runOf(mill.exampleId, Date.now()).execution];
  const running = runOf(mill.exampleId, Date.now()).execution;
  await insertExecutions(pool(), [...waiting], null, false);
  await insertExecutions(pool(), [running], newId(), false);
  await pool().query(`UPDATE runtime.execution SET state = 'parked' WHERE id = ANY ($1::uuid[])`, [
    waiting.map(({ executionId }) => executionId),
  ]);
  expect((await activityOf(mill.exampleId))?.waiting).toBe(2);
  await pool().query('DELETE FROM runtime.execution WHERE workspace_id = $1', [mill.workspaceId]);
});

test('the next time is that of the schedule which comes first, of those that are not paused', async () => {
  const hourly = { kind: 'every', every: 1, unit: 'hours' };
  const id = await scheduledWorkflow(mill, { soon: hourly, later: hourly });
  const due = async (blockId: string, at: string) =>
    pool().query(`UPDATE runtime.schedule SET next_fire_at = $3 WHERE workflow_id = $1 AND block_id = $2`, [
      id,
      blockId,
      at,
    ]);
  const [soon, later] = ['2126-01-01T00:00:00.000Z', '2126-01-02T00:00:00.000Z'];
  await due('soon', soon);
  await due('later', later);
  expect((await activityOf(id))?.nextRunAt).toBe(soon);
  await updateSchedule(mill.writer, { id, blockId: 'soon', paused: true });
  expect((await activityOf(id))?.nextRunAt).toBe(later);
});

test('deleted workflows are left out, and strangers read nothing', async () => {
  await deleteWorkflow(mill.writer, { id: mill.exampleId });
  expect(await activityOf(mill.exampleId)).toBeUndefined();
  await expectOutcomes(mill, (actor) => listWorkflowActivity(actor, mill), {
    stranger: 'forbidden',
    reader: 'done',
  });
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

test('of the logs only the index by workflow is read, in its order', async () => {
  const { rows: inherited } = await pool().query<{ index: string; parent: string }>(
    `SELECT c.relname AS index, p.relname AS parent FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     JOIN pg_class p ON p.oid = i.inhparent WHERE p.relkind = 'I'`,
  );
  const parentOf = new Map(inherited.map(({ index, parent }) => [index, parent]));
  const { rows } = await logsPool().query(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${READ_ACTIVITY}`);
  const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
  const nodes = all(rows[0]['QUERY PLAN'][0].Plan);
  const ofLogs = nodes.filter((node) => /^log_\d{4}_\d{2}$/.test(node['Relation Name'] ?? ''));
  expect(ofLogs.length).toBeGreaterThan(0);
  for (const node of ofLogs) {
    expect(node['Node Type']).toBe('Index Only Scan');
    expect(parentOf.get(node['Index Name'] ?? '')).toBe('log_workflow');
  }
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
});

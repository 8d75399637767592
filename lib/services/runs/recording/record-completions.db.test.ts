import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { ALL_WORKFLOWS } from '../../logs/log-facet';
import type { CompletionRow, ExecutionRow } from '../shapes/execution-row';
import { sampleRow } from '../testing/sample-row';
import { insertExecutions } from './insert-executions';
import { recordCompletions } from './record-completions';
import { type Parts, recordStatement } from './record-statement';

const me = newId();
const other = newId();

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
afterAll(closeDatabase);

const execution = (
  workspaceId: string,
  mode: ExecutionRow['mode'] = 'sync',
  holderId = newId(),
): ExecutionRow => sampleRow({ workspaceId, mode, holderId });

function completion(
  row: ExecutionRow,
  hasRow: CompletionRow['hasRow'],
  change: Partial<CompletionRow> = {},
): CompletionRow {
  return {
    execution: row,
    hasRow,
    level: 'info',
    startedAtMs: row.acceptedAtMs,
    endedAtMs: row.acceptedAtMs + 7,
    costTotal: 0,
    traceSpans: '[]',
    finalOutput: '{"text":"a \\"quote\\", a \\\\ and a \\u0000"}',
    cost: '{}',
    error: null,
    ...change,
  };
}

async function logsOf(workspaceId: string) {
  const { rows } = await pool().query(
    `SELECT l.execution_id, l.seq, l.duration_ms, p.final_output, p.error FROM runtime.log l
     JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
     WHERE l.workspace_id = $1 ORDER BY l.seq`,
    [workspaceId],
  );
  return rows;
}

test('a group gets logs, payloads and consecutive feed numbers', async () => {
  const [a, b] = [newId(), newId()];
  const rows = [execution(a), execution(b), execution(a), execution(a)].map((row) => completion(row, false));
  expect(await recordCompletions(pool(), rows, me)).toEqual([true, true, true, true]);
  const logs = await logsOf(a);
  expect(logs.map((log) => log.seq)).toEqual([1, 2, 3]);
  expect(logs[0]).toMatchObject({ duration_ms: 7, final_output: rows[0]!.finalOutput, error: null });
  expect((await logsOf(b)).map((log) => log.seq)).toEqual([1]);
});

test('an execution that another process took over is not recorded, and its neighbours are', async () => {
  const workspaceId = newId();
  const [mine, theirs] = [execution(workspaceId), execution(workspaceId)];
  await insertExecutions(pool(), [mine], me);
  await insertExecutions(pool(), [theirs], other);
  const recorded = await recordCompletions(pool(), [completion(theirs, true), completion(mine, true)], me);
  expect(recorded).toEqual([false, true]);
  expect((await logsOf(workspaceId)).map((log) => log.execution_id)).toEqual([mine.executionId]);
  const { rows } = await pool().query('SELECT id FROM runtime.execution WHERE id = ANY($1)', [
    [mine.executionId, theirs.executionId],
  ]);
  expect(rows).toEqual([{ id: theirs.executionId }]);
});

test('recording the same end twice leaves one log', async () => {
  const workspaceId = newId();
  const row = execution(workspaceId, 'async');
  await insertExecutions(pool(), [row], me);
  expect(await recordCompletions(pool(), [completion(row, true)], me)).toEqual([true]);
  expect(await recordCompletions(pool(), [completion(row, true)], me)).toEqual([false]);
  expect(await logsOf(workspaceId)).toHaveLength(1);
});

test('groups over the same workspaces from many writers neither deadlock nor skip a number', async () => {
  const workspaces = [newId(), newId(), newId()];
  const groups = Array.from({ length: 40 }, (_, index) =>
    Array.from({ length: 6 }, (_, place) =>
      completion(execution(workspaces[(index * 7 + place * 5) % 3]!), false),
    ),
  );
  await Promise.all(groups.map((group) => recordCompletions(pool(), group, me)));
  let recorded = 0;
  for (const workspaceId of workspaces) {
    const seqs = (await logsOf(workspaceId)).map((log) => log.seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    recorded += seqs.length;
  }
  expect(recorded).toBe(40 * 6);
});

test('costs add up in the month of their holder', async () => {
  const holderId = newId();
  const row = (): CompletionRow =>
    completion(execution(newId(), 'sync', holderId), false, { costTotal: 0.25 });
  await recordCompletions(pool(), [row(), row()], me);
  await recordCompletions(pool(), [row()], me);
  const { rows } = await pool().query('SELECT cost FROM runtime.usage_month WHERE user_id = $1', [holderId]);
  expect(rows).toEqual([{ cost: 0.75 }]);
});

test('a start record that seemed to fail does not outlive its execution', async () => {
  const row = execution(newId());
  await insertExecutions(pool(), [row], me);
  expect(await recordCompletions(pool(), [completion(row, 'maybe')], me)).toEqual([true]);
  const { rows } = await pool().query('SELECT id FROM runtime.execution WHERE id = $1', [row.executionId]);
  expect(rows).toEqual([]);
});

test('the models of a run are written beside its log, and what its month has is counted', async () => {
  const workspaceId = newId();
  const startedAtMs = Date.now();
  const cost = (models: string[]) =>
    JSON.stringify({ total: 0.5, models: Object.fromEntries(models.map((model) => [model, {}])) });
  const rows = [
    completion(execution(workspaceId), false, { startedAtMs, costTotal: 0.5, cost: cost(['m-1', 'm-2']) }),
    completion(execution(workspaceId), false, {
      startedAtMs,
      cost: cost(['m-1', 'n\0l', 'x'.repeat(9_000)]),
    }),
  ];
  await recordCompletions(pool(), rows, me);
  const models = await pool().query(
    `SELECT m.model, m.log_id, (m.seq, m.workflow_id, m.duration_ms, m.cost_total, m.level, m.trigger)
       = (l.seq, l.workflow_id, l.duration_ms, l.cost_total, l.level, l.trigger) AS copied
     FROM runtime.log_model m JOIN runtime.log l ON l.id = m.log_id AND l.started_at = m.started_at
     WHERE m.workspace_id = $1 ORDER BY m.model, l.seq`,
    [workspaceId],
  );
  const [first, second] = rows.map(({ execution }) => execution.logId);
  expect(models.rows).toEqual([
    { model: 'm-1', log_id: first, copied: true },
    { model: 'm-1', log_id: second, copied: true },
    { model: 'm-2', log_id: first, copied: true },
  ]);
  const facets = await pool().query(
    `SELECT kind, value, n, max_cost FROM runtime.log_facet
     WHERE workspace_id = $1 AND workflow_id = ${ALL_WORKFLOWS} ORDER BY value`,
    [workspaceId],
  );
  expect(facets.rows).toEqual([
    { kind: 'outcome', value: 'info api', n: 2, max_cost: 0.5 },
    { kind: 'model', value: 'm-1', n: 2, max_cost: 0.5 },
    { kind: 'model', value: 'm-2', n: 1, max_cost: 0.5 },
  ]);
});

test('each combination of parts is a statement of its own, with a name that Postgres keeps whole', () => {
  const names: Array<keyof Parts> = [
    'lone',
    'rows',
    'models',
    'tags',
    'costs',
    'notices',
    'files',
    'exact',
    'failures',
    'effects',
    'tries',
  ];
  const all = Array.from({ length: 2 ** names.length }, (_, choice) => {
    const isThere = (place: number): boolean => Math.floor(choice / 2 ** place) % 2 === 1;
    const parts = Object.fromEntries(names.map((name, place) => [name, isThere(place)]));
    return recordStatement(parts as unknown as Parts).name;
  });
  expect(new Set(all).size).toBe(all.length);
  expect(Math.max(...all.map((name) => name.length))).toBeLessThanOrEqual(63);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { ZERO_COST } from '../../logs/cost';
import type { CompletionRow, ExecutionRow } from '../shapes/execution-row';
import { sampleRow } from '../testing/sample-row';
import { insertExecutions } from './insert-executions';
import { runRecorder } from './run-recorder';

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
afterAll(closeDatabase);

function endOf(mode: ExecutionRow['mode']): CompletionRow {
  const atMs = Date.now();
  return {
    execution: sampleRow({ mode, acceptedAtMs: atMs }),
    hasRow: true,
    level: 'info',
    startedAtMs: atMs,
    endedAtMs: atMs + 5,
    costTotal: 0,
    traceSpans: '[]',
    finalOutput: 'null',
    cost: ZERO_COST,
    error: null,
  };
}

const logsOf = async ({ execution }: CompletionRow): Promise<number> => {
  const { rows } = await pool().query('SELECT FROM runtime.log WHERE execution_id = $1', [
    execution.executionId,
  ]);
  return rows.length;
};

test('a synchronous run whose start record was lost in a database crash is still recorded', async () => {
  const end = endOf('sync');
  expect(await runRecorder().complete(end)).toBe(true);
  expect(await logsOf(end)).toBe(1);
});

test('an end whose recording succeeded without an answer is recorded when it is repeated, once', async () => {
  const ends = [endOf('async'), endOf('sync')];
  const rows = ends.map(({ execution }) => execution);
  await insertExecutions(pool(), rows, thisProcess().id);
  for (const _ of ['the first time', 'again'])
    expect(await Promise.all(ends.map((end) => runRecorder().complete(end)))).toEqual([true, true]);
  expect(await Promise.all(ends.map(logsOf))).toEqual([1, 1]);
});

test('what another process has taken over, running or ended, is not recorded a second time', async () => {
  const [running, queued, ended] = [endOf('sync'), endOf('async'), endOf('sync')];
  await insertExecutions(pool(), [running.execution], newId());
  await insertExecutions(pool(), [queued.execution], null);
  await runRecorder().complete({ ...ended, endedAtMs: ended.endedAtMs + 1, level: 'error' });
  const all = [running, queued, ended];
  expect(await Promise.all(all.map((end) => runRecorder().complete(end)))).toEqual([false, false, false]);
  expect(await Promise.all(all.map(logsOf))).toEqual([0, 0, 1]);
  await pool().query('DELETE FROM runtime.execution WHERE id = ANY($1)', [
    [running, queued].map(({ execution }) => execution.executionId),
  ]);
});

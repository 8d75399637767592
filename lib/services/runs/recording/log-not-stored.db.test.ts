import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlockError } from '../../../core/blocks/block';
import { newId } from '../../../platform/ids';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { ZERO_COST } from '../../logs/cost';
import type { CompletionRow } from '../shapes/execution-row';
import { runRecorder } from './run-recorder';

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
afterAll(closeDatabase);

/** No text of Postgres holds this character. */
const REFUSED = '"\u0000"';

function endWith(finalOutput: string): CompletionRow {
  const atMs = Date.now();
  return {
    execution: {
      executionId: newId(),
      logId: newId(),
      workspaceId: newId(),
      workflowId: newId(),
      holderId: newId(),
      snapshotHash: 'ab'.repeat(32),
      version: null,
      environment: 'draft',
      trigger: 'api',
      mode: 'sync',
      input: '{}',
      acceptedAtMs: atMs,
    },
    hasRow: false,
    level: 'info',
    startedAtMs: atMs,
    endedAtMs: atMs + 5,
    costTotal: 0,
    traceSpans: '[]',
    finalOutput,
    cost: ZERO_COST,
    error: null,
  };
}

const levelsOf = async (rows: readonly CompletionRow[]): Promise<string[]> => {
  const { rows: logs } = await pool().query(
    'SELECT execution_id AS id, level FROM runtime.log WHERE execution_id = ANY($1)',
    [rows.map(({ execution }) => execution.executionId)],
  );
  return rows.flatMap(({ execution }) =>
    logs.filter(({ id }) => id === execution.executionId).map(({ level }) => level as string),
  );
};

test('of a group with one log that can’t be written the others are stored, and it says so', async () => {
  const rows = Array.from({ length: 40 }, (_, place) => endWith(place === 17 ? REFUSED : 'null'));
  const errors: Array<[place: number, error: BlockError]> = [];
  const recorded = await Promise.all(
    rows.map((row, place) => runRecorder().complete(row, (error) => errors.push([place, error]))),
  );
  expect(recorded).toEqual(rows.map(() => true));
  expect(errors).toEqual([[17, expect.objectContaining({ code: 'LOG_NOT_STORED' })]]);
  expect(errors[0]?.[1].message).toMatch(/^All of its blocks ran, but .* refused by the database/);
  expect(await levelsOf(rows)).toEqual(rows.map((_, place) => (place === 17 ? 'error' : 'info')));
});

test('an end that can’t be written even without its values is an error of the server', async () => {
  const row = endWith(REFUSED);
  const execution = { ...row.execution, trigger: 'no such trigger' as 'api' };
  let told = 0;
  const complete = runRecorder().complete({ ...row, execution }, () => {
    told += 1;
  });
  await expect(complete).rejects.toMatchObject({ code: '23514' });
  expect(told).toBe(1);
  expect(await levelsOf([row])).toEqual([]);
});

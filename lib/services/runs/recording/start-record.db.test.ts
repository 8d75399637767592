import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { mintWorkspace } from '../../accounts/testing/test-workspace';
import { createWorkflow } from '../../workflows/create-workflow';
import { runByHand } from '../testing/run-by-hand';

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
afterAll(closeDatabase);

const READS_VARIABLES_IN_VAIN = `
SELECT pg_cancel_backend(pid) FROM pg_stat_activity
WHERE query LIKE 'SELECT name,% FROM variable %' AND wait_event_type = 'Lock'
  AND query_start < clock_timestamp() - interval '150 milliseconds'`;

test('a run refused before its first block leaves no start record, however long that took', async () => {
  const mill = await mintWorkspace();
  const { data: workflow } = await createWorkflow(mill.writer, {
    workspaceId: mill.workspaceId,
    name: 'Never begins',
    description: '',
    folderId: null,
    document: {
      blocks: {
        s: { id: 's', type: 'start', name: 's', position: { x: 0, y: 0 }, enabled: true, config: {} },
      },
      edges: [],
      schemaVersion: 1,
      loops: {},
      parallels: {},
    },
  });
  const lock = await pool().connect();
  try {
    await lock.query('BEGIN');
    await lock.query('LOCK TABLE variable');
    const refused = expect(runByHand(mill.writer, { workflowId: workflow.id, input: {} })).rejects.toThrow();
    // The query doesn't use `lock`: a transaction sees others' activity as it was at its first look.
    await expect.poll(async () => (await pool().query(READS_VARIABLES_IN_VAIN)).rowCount).toBe(1);
    await refused;
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  const { rows } = await pool().query('SELECT FROM runtime.execution WHERE workflow_id = $1', [workflow.id]);
  expect(rows).toHaveLength(0);
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, queuePool } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { runnableWorkflow } from '../runs/compiled/runnable-workflow';
import { probeServer } from '../runs/outages/probe-server';
import { releaseWaiting } from '../runs/outages/release-waiting';
import { claimStatement } from '../runs/queue/claim-executions';
import { insertExecutions } from '../runs/recording/insert-executions';
import { executionRow } from '../runs/shapes/execution-row';
import { claimQueue, roomFor } from '../runs/testing/claim-queue';
import { makeNextDue, seenOutage } from './testing/outage-clock';

/** `WAITING=100000` for the long form: as many as may wait for one server. */
const WAITING = Number(process.env.WAITING ?? 5_000);
const AT_ONCE = 1_000;

vi.setConfig({ testTimeout: patient(120_000) + WAITING * 10 });

const outageId = newId();
let busy: TestWorkspace;
let calm: TestWorkspace;

beforeAll(
  async () => {
    await startHeartbeat('worker');
    [busy, calm] = [await mintWorkspace(), await mintWorkspace()];
    await enqueue(busy, WAITING);
    await parkAll();
  },
  patient(120_000) + WAITING * 10,
);
afterAll(async () => {
  for (const { workspaceId } of [busy, calm])
    await pool().query('DELETE FROM runtime.execution WHERE workspace_id = $1', [workspaceId]);
  await stopHeartbeat();
  await closeDatabase();
});

async function enqueue({ exampleId }: TestWorkspace, count: number): Promise<void> {
  const workflow = (await runnableWorkflow(exampleId))!;
  const row = () => executionRow(workflow, { trigger: 'webhook', mode: 'async', input: '{}' });
  for (let done = 0; done < count; done += AT_ONCE)
    await insertExecutions(pool(), Array.from({ length: Math.min(AT_ONCE, count - done) }, row), null, false);
}

/** Parks all runs of the busy workspace, as blocks that wait for a server that is away. */
async function parkAll(): Promise<void> {
  const { workspaceId } = busy;
  await pool().query(
    `INSERT INTO runtime.server_outage (id, workspace_id, origin, state, since, failures, code, next_at)
     VALUES ($1, $2, 'https://api.example.com', 'away', now(), 3, 'TIMEOUT', now() + interval '1 hour')`,
    [outageId, workspaceId],
  );
  await pool().query(
    `INSERT INTO runtime.execution_wait (id, execution_id, workspace_id, step, due_at, outage_id)
     SELECT id, id, workspace_id, 'b1', now() + interval '1 day', $2 FROM runtime.execution WHERE workspace_id = $1`,
    [workspaceId, outageId],
  );
  await pool().query(
    `UPDATE runtime.execution SET state = 'parked', started_at = now(), awaits = ARRAY[id],
       wake_at = now() + interval '1 day' WHERE workspace_id = $1`,
    [workspaceId],
  );
}

const countOf = async (state: string): Promise<number> => {
  const { rows } = await pool().query(
    'SELECT count(*)::integer AS n FROM runtime.execution WHERE workspace_id = $1 AND state = $2',
    [busy.workspaceId, state],
  );
  return rows[0].n;
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Returns how many rows of executions the next claim reads. */
async function rowsReadByClaim(): Promise<number> {
  const client = await queuePool().connect();
  try {
    await client.query('BEGIN');
    const { text, values } = claimStatement(roomFor(8), roomFor(2));
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
    const all = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(all)];
    return all(rows[0]['QUERY PLAN'][0].Plan)
      .filter((node) => node['Relation Name'] === 'execution' && node['Node Type'].includes('Scan'))
      .reduce((sum, node) => {
        const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
        return sum + read * node['Actual Loops'];
      }, 0);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

test('those that wait are not read by a claim, and the next run of another workspace is claimed', async () => {
  await enqueue(calm, 1);
  expect(await rowsReadByClaim()).toBeLessThan(40);
  const claimed = await claimQueue(8);
  expect(claimed.filter(({ row }) => row.workspaceId === calm.workspaceId)).toHaveLength(1);
});

test('a probe lets one go on, and a release ever more of them, the oldest first', async () => {
  await makeNextDue(busy.workspaceId);
  expect(await probeServer(outageId)).toBe(1);
  expect(await countOf('parked')).toBe(WAITING - 1);
  expect(await seenOutage(busy.workspaceId)).toMatchObject({ is_probing: true, waiting: WAITING - 1 });
  await pool().query(
    `UPDATE runtime.server_outage SET state = 'returning', failures = 0, probe_id = NULL WHERE id = $1`,
    [outageId],
  );
  const batches: number[] = [];
  for (let step = 0; step < 8; step += 1) {
    await makeNextDue(busy.workspaceId);
    batches.push(await releaseWaiting(outageId));
  }
  expect(batches).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const { rows } = await pool().query(
    `SELECT max(id::text) FILTER (WHERE state = 'queued') < min(id::text) FILTER (WHERE state = 'parked') AS in_order
     FROM runtime.execution WHERE workspace_id = $1`,
    [busy.workspaceId],
  );
  expect(await countOf('parked')).toBe(WAITING - 1 - 36);
  expect(rows[0].in_order).toBe(true);
});

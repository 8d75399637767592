import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { byKey, mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { KillableServer } from '../runs/testing/killable-server';
import { queueByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishWorkflow } from '../versions/publish-workflow';
import { NO_LATER_TRIES } from './schema';
import { setLaterTries } from './set-later-tries';

vi.setConfig({ testTimeout: patient(180_000) });

const ROUNDS = 3;
const RUNS = 8;

let mill: TestWorkspace;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'team' } });
});
afterAll(async () => {
  await closeDatabase();
});

test('with kill -9 amid failing runs each failure has one next try', async () => {
  const id = await workflowIn(mill, [{ type: 'function', config: { code: "throw new Error('no luck')" } }]);
  await publishWorkflow(mill.owner, { id });
  await setLaterTries(mill.writer, { id, ...NO_LATER_TRIES, tries: 2, waitsSeconds: [3_600] });
  const server = new KillableServer();
  const failed: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await server.start();
    const asked = { workflowId: id, input: {} };
    const runs = Array.from({ length: RUNS }, () => queueByHand(byKey(mill.owner, ['workflows:run']), asked));
    for (const { executionId } of await Promise.all(runs)) failed.push(executionId);
    await server.kill();
  }
  await server.start();
  const tried = async () => {
    const { rows } = await pool().query<{ first_execution_id: string }>(
      `SELECT t.first_execution_id FROM runtime.run_try t
       JOIN runtime.execution e ON e.id = t.execution_id AND e.state = 'delayed'
       JOIN runtime.log l ON l.id = t.of_log_id AND l.level = 'error' WHERE t.workspace_id = $1`,
      [mill.workspaceId],
    );
    return rows.map((row) => row.first_execution_id).sort();
  };
  await expect.poll(tried, { timeout: patient(60_000) }).toEqual(failed.sort());
  const { rows } = await pool().query('SELECT id FROM runtime.execution WHERE workflow_id = $1', [id]);
  expect(rows).toHaveLength(failed.length);
  await server.kill();
});

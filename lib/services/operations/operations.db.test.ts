import { afterAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat, thisProcess } from '../../platform/postgres/process-lease';
import { VERSION } from '../../platform/version';
import { refusalOf } from '../accounts/testing/refusals';
import { mintWorkspace } from '../accounts/testing/test-workspace';
import { getOperations } from './get-operations';
import { Operations } from './schema';

afterAll(async () => {
  await stopHeartbeat();
  await closeDatabase();
});

test('the installation’s owner sees processes, queues, receivers and tables; nobody else does', async () => {
  const mill = await mintWorkspace();
  expect(await refusalOf(getOperations(mill.owner))).toBe('forbidden');
  await startHeartbeat('worker');
  const executionId = newId();
  await pool().query(
    `INSERT INTO runtime.execution (id, log_id, workspace_id, workflow_id, snapshot_hash, trigger, mode,
      user_id, input, state, accepted_at, wake_at)
     VALUES ($1, $1, $2, $1, '', 'api', 'async', $1, '{}', 'parked', now(), now() - interval '1 hour')`,
    [executionId, mill.workspaceId],
  );
  const first = await prisma().user.findFirstOrThrow({ orderBy: { id: 'asc' } });
  const { data } = await getOperations({ kind: 'user', userId: first.id, roles: new Map() });
  await pool().query('DELETE FROM runtime.execution WHERE id = $1', [executionId]);

  expect(Operations.parse(data)).toEqual(data);
  expect(data.processes).toContainEqual(
    expect.objectContaining({ id: thisProcess().id, kind: 'worker', version: VERSION }),
  );
  expect(data.queues.overdueWaits).toBeGreaterThanOrEqual(1);
  expect(data.queues.waitLatenessSeconds).toBeGreaterThanOrEqual(3_600);
  expect(data.findings).toContainEqual(expect.objectContaining({ level: 'error', subject: 'Waits' }));
  expect(data.database.tables.map(({ name }) => name)).toContain('runtime.execution');
  expect(data.database.tables.every(({ name }) => !/_\d{4}_\d{2}$/.test(name))).toBe(true);
});

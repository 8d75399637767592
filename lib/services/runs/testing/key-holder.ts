import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { SCOPES, type Scope } from '../../access/actor';
import { startTestApi, type TestApi } from '../../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { createApiKey } from '../../api-keys/create-api-key';
import type { PlanLimits } from '../../limits/plans';
import { startWorkQueue } from '../queue/work-queue';
import { becomeSteady } from './steady-process';

/** The whole API with a queue, and a workspace whose owner calls it with a key that may do everything. */
export interface KeyHolder extends TestWorkspace {
  api: TestApi;
  headers: { 'x-api-key': string };
  close(): Promise<void>;
}

/** @param customLimits beside those of the largest plan */
export async function startKeyHolder(customLimits: Partial<PlanLimits> = {}): Promise<KeyHolder> {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  const api = await startTestApi();
  const mill = await mintWorkspace();
  await prisma().user.update({
    where: { id: mill.owner.userId },
    data: { plan: 'enterprise', customLimits },
  });
  const queue = startWorkQueue();
  return {
    ...mill,
    api,
    headers: await keyOf(mill),
    async close() {
      await queue.stop(5_000);
      await api.close();
      await outboundClient().close();
      await stopHeartbeat();
      await closeDatabase();
    },
  };
}

/** A key of the workspace's owner. */
export async function keyOf(
  { owner, workspaceId }: TestWorkspace,
  scopes: readonly Scope[] = SCOPES,
): Promise<{ 'x-api-key': string }> {
  const choice = { name: 'k', scopes, workspaceIds: [workspaceId], expiresAt: null };
  return { 'x-api-key': (await createApiKey(owner, choice)).secret };
}

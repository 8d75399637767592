import { pool } from '../../../platform/postgres/db';
import { notify } from '../../../platform/postgres/notify';
import { cancelTree } from '../../runs/reading/cancel-tree';
import type { ClaimedJob } from './claim-jobs';
import { type EndedItem, settleItems, type WaitingItem } from './settle-items';

const UNFINISHED = `
SELECT id::text FROM runtime.execution WHERE id = ANY ($1::uuid[]) AND workspace_id = $2`;

/**
 * Cancels the executions of the first items, then marks them: a second cancellation after a crash changes
 * nothing. @returns false if the job is no longer ours
 */
export async function cancelItems(job: ClaimedJob, items: readonly WaitingItem[]): Promise<boolean> {
  const startedAt = performance.now();
  const ids = items.flatMap(({ executionId }) => executionId ?? []);
  const { rows } = await pool().query<{ id: string }>(UNFINISHED, [ids, job.workspaceId]);
  const unfinished = new Set(rows.map(({ id }) => id));
  for (const id of unfinished) {
    await cancelTree(pool(), id);
    await notify('cancel', id);
  }
  const ended = items.map(({ place, executionId }): EndedItem => {
    const isCancelled = executionId !== null && unfinished.has(executionId);
    return { place, outcome: isCancelled ? 'cancelled' : 'ended' };
  });
  const restMs = (1_000 * items.length) / job.perSecond - (performance.now() - startedAt);
  return settleItems(job, ended, Math.max(0, restMs));
}

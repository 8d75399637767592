import { prisma } from '../../../platform/postgres/db';
import { whyDelivering } from '../../removal/delete-log';
import { deleteRuns } from '../../removal/delete-runs';
import type { ClaimedJob } from './claim-jobs';
import { GONE } from './refusal-of';
import type { WaitingItem } from './settle-items';

/**
 * Deletes the runs of the first items, in the transaction that marks them. The audit names the job, at its start
 * and at its end. @returns false if the job is no longer ours
 */
export async function deleteItems(job: ClaimedJob, items: readonly WaitingItem[]): Promise<boolean> {
  const { id, token, workspaceId, discardDeliveries, perSecond } = job;
  return prisma().$transaction(async (tx) => {
    const ours = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM runtime.bulk_job
      WHERE id = ${id}::uuid AND lease_token = ${token}::uuid AND state = 'running' FOR UPDATE`;
    if (ours.length === 0) return false;
    const logIds = items.flatMap(({ logId }) => logId ?? []);
    const { deleted, delivering } = await deleteRuns(tx, { workspaceId, logIds, discardDeliveries });
    const places = (which: ReadonlySet<string>) =>
      items.filter(({ logId }) => logId !== null && which.has(logId)).map(({ place }) => place);
    const isGone = ({ logId }: WaitingItem) =>
      logId === null || !(deleted.has(logId) || delivering.has(logId));
    const ended = [
      { places: places(deleted), outcome: 'deleted', message: null },
      { places: places(delivering), outcome: 'refused', message: whyDelivering(discardDeliveries) },
      { places: items.filter(isGone).map(({ place }) => place), outcome: 'gone', message: GONE },
    ];
    for (const { places: chosen, outcome, message } of ended)
      await tx.$executeRaw`
        UPDATE runtime.bulk_item SET outcome = ${outcome}, message = ${message}
        WHERE job_id = ${id}::uuid AND place = ANY (${chosen}::integer[]) AND outcome IS NULL`;
    await tx.$executeRaw`
      UPDATE runtime.bulk_job SET done = done + ${items.length}::integer, leased_at = now(), problem = NULL,
        next_at = now() + ${items.length / perSecond}::float8 * interval '1 second'
      WHERE id = ${id}::uuid`;
    return true;
  });
}

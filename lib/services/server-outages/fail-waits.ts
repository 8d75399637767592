import { Prisma } from '../../generated/prisma/client';
import { notify } from '../../platform/postgres/notify';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import type { Actor } from '../access/actor';
import { WAKE } from '../runs/recording/parked-runs';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findOutage } from './read-outages';
import { type FailedWaits, MOST_FAILED, MOST_WAITING_COUNTED } from './schema';

/** Ends the waits for a server: their blocks fail. @throws AppError not_found, forbidden */
export const failServerWaits = defineVerb({
  role: 'writer',
  quota: { none: 'It only ends waits.' },
  audit: { actions: ['server.waits_failed'], unless: 'nothing waited for it' },
  transaction: plainTransaction,
  async run(actor: Actor, { id }: { id: string }, change): Promise<{ data: FailedWaits }> {
    const { workspaceId, server } = await findOutage(actor, id, 'writer');
    const data = await change({ workspaceId }, async (tx) => {
      const result = await failWaits(tx, id);
      const { failed } = result;
      return { result, audit: failed === 0 ? null : { target: server, detail: { waits: failed } } };
    });
    await notify('queue', '');
    await notify('outages', '');
    return { data };
  },
});

/** Ends the oldest, and queues the runs that are parked: each goes on with a failed block. */
async function failWaits(tx: Prisma.TransactionClient, outageId: string): Promise<FailedWaits> {
  // The outage first, then waits, then executions: the order of a release.
  await tx.$queryRaw`SELECT 1 FROM runtime.server_outage WHERE id = ${outageId}::uuid FOR UPDATE`;
  const ended = await tx.$queryRaw<Array<{ execution_id: string }>>`
    UPDATE runtime.execution_wait SET answered_at = now(), server_end = 'ended'
    WHERE id = ANY (ARRAY(
      SELECT w.id FROM runtime.execution_wait w WHERE w.outage_id = ${outageId}::uuid AND w.answered_at IS NULL
      ORDER BY w.id LIMIT ${MOST_FAILED} FOR UPDATE OF w))
    RETURNING execution_id`;
  const ids = ended.map(({ execution_id: executionId }) => executionId);
  await tx.$executeRaw`
    UPDATE runtime.execution SET ${Prisma.raw(WAKE)}
    WHERE state = ${Prisma.raw(QUEUE_STATE.sql.parked)} AND id = ANY (${ids}::uuid[])`;
  const [left] = await tx.$queryRaw<[{ waiting: number }]>`
    SELECT count(*)::integer AS waiting FROM (
      SELECT FROM runtime.execution_wait w WHERE w.outage_id = ${outageId}::uuid AND w.answered_at IS NULL
      LIMIT ${MOST_WAITING_COUNTED}) AS counted`;
  return { failed: ended.length, waiting: left.waiting };
}

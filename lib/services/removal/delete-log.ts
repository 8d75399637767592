import { AppError } from '../../platform/errors';
import type { Actor } from '../access/actor';
import { findLog } from '../logs/get-log';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { deleteRuns } from './delete-runs';

interface LogToDelete {
  id: string;
  /** `discard`: what is still to be delivered is dropped. */
  deliveries: 'keep' | 'discard';
}

/**
 * Deletes a finished run everywhere. Runs that it called have logs of their own, which stay.
 * @throws AppError not_found, forbidden; conflict while the run is being delivered
 */
export const deleteLog = defineVerb({
  role: 'admin',
  quota: { none: 'It makes room.' },
  audit: { actions: ['logs.run_deleted'], unless: 'somebody else deleted it at the same moment' },
  transaction: plainTransaction,
  async run(actor: Actor, { id, deliveries }: LogToDelete, change): Promise<undefined> {
    const log = await findLog(actor, id);
    const { workspaceId } = log;
    await change({ workspaceId }, async (tx) => {
      const discardDeliveries = deliveries === 'discard';
      const { deleted, delivering } = await deleteRuns(tx, {
        workspaceId,
        logIds: [log.id],
        discardDeliveries,
      });
      if (delivering.size > 0) throw new AppError('conflict', whyDelivering(discardDeliveries));
      const audit = { target: log.id, detail: { workflowId: log.workflowId } };
      return { result: undefined, audit: deleted.size === 0 ? null : audit };
    });
  },
});

export const whyDelivering = (discards: boolean): string =>
  discards
    ? 'A webhook delivery of this run is being sent at this moment, so the run was not deleted. Try again in a ' +
      'minute.'
    : 'A webhook delivery of this run has not ended, so the run was not deleted. Delete it when the delivery has ' +
      'ended, or give up the delivery with deliveries=discard.';

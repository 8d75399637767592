import type { Prisma } from '../../generated/prisma/client';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';

/**
 * Deletes the hold on a workflow, and cancels what waits, in the transaction that deletes the workflow:
 * somebody held those runs so that they don't run. Each ends in a log. @returns how many
 */
export async function removeHoldOfWorkflow(tx: Prisma.TransactionClient, id: string): Promise<number> {
  await tx.$executeRaw`DELETE FROM runtime.hold WHERE workflow_id = ${id}::uuid`;
  return tx.$executeRaw`
    UPDATE runtime.execution SET cancelled = true, state = ${QUEUE_STATE.is.queued}, hold_id = NULL
    WHERE state = ${QUEUE_STATE.is.held} AND workflow_id = ${id}::uuid`;
}

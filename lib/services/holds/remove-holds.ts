import { Prisma } from '../../generated/prisma/client';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { holdOf, LET_GO } from '../runs/holding/hold-sql';

interface DeletedWorkflow {
  workspaceId: string;
  workflowId: string;
}

/**
 * Deletes the hold on a workflow, and cancels what waits, in the transaction that deletes the workflow:
 * somebody held those runs so that they don't run. Each ends in a log. @returns how many
 */
export async function removeHoldOfWorkflow(
  tx: Prisma.TransactionClient,
  { workspaceId, workflowId }: DeletedWorkflow,
): Promise<number> {
  // The hold first, then executions in their order: as the steps of a release, which may be the workspace's.
  await tx.$queryRaw`SELECT 1 FROM runtime.hold WHERE workflow_id = ${workflowId}::uuid FOR UPDATE`;
  const { queued, held, waiting } = QUEUE_STATE.sql;
  // Also what no claim has taken out of the queue yet, and what would come to it.
  const comes = `(e.state = ${queued} OR e.state = ${waiting} AND e.waiter IS NULL)`;
  const waits = Prisma.raw(`(e.state = ${held} OR ${comes} AND ${holdOf('e')} IS NOT NULL)`);
  const cancelled = await tx.$executeRaw`
    UPDATE runtime.execution r SET cancelled = true, ${Prisma.raw(LET_GO)}
    WHERE r.id = ANY (ARRAY(
      SELECT e.id FROM runtime.execution e
      WHERE e.workspace_id = ${workspaceId}::uuid AND e.workflow_id = ${workflowId}::uuid AND ${waits}
      ORDER BY e.accepted_at, e.id FOR UPDATE OF e))`;
  await tx.$executeRaw`DELETE FROM runtime.hold WHERE workflow_id = ${workflowId}::uuid`;
  return cancelled;
}

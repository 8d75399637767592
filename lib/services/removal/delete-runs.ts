import type { Prisma } from '../../generated/prisma/client';
import { lockDeliveries } from '../outgoing-webhooks/remove-deliveries';
import { removeRowsOfRuns } from '../tables/registry/remove-rows';

interface RunsToDelete {
  workspaceId: string;
  logIds: readonly string[];
  /** If true, deliveries that are still to be made are dropped; otherwise they keep their run. */
  discardDeliveries: boolean;
}

interface DeletedLogs {
  /** Ids of the logs that are deleted. */
  deleted: ReadonlySet<string>;
  /** Ids of those that stay, because of their deliveries. */
  delivering: ReadonlySet<string>;
}

/**
 * Deletes finished runs from every table, in the caller's transaction: the log with its texts, files, results,
 * deliveries and the references to it. Ids that are no log of the workspace are passed over.
 */
export async function deleteRuns(
  tx: Prisma.TransactionClient,
  { workspaceId, logIds, discardDeliveries }: RunsToDelete,
): Promise<DeletedLogs> {
  const found = await tx.$queryRaw<Array<{ id: string; execution_id: string }>>`
    SELECT l.id::text, l.execution_id::text FROM runtime.log l
    WHERE l.id = ANY (${logIds}::uuid[]) AND l.workspace_id = ${workspaceId}::uuid ORDER BY l.id`;
  const named = (rows: typeof found) => ({
    workspaceId,
    logIds: rows.map((row) => row.id),
    executionIds: rows.map((row) => row.execution_id),
  });
  const busy = await lockDeliveries(tx, named(found), { discards: discardDeliveries });
  const deleted = found.filter((row) => !busy.has(row.execution_id));
  if (deleted.length > 0) await removeRowsOfRuns(tx, named(deleted));
  return {
    deleted: new Set(deleted.map((row) => row.id)),
    delivering: new Set(found.filter((row) => busy.has(row.execution_id)).map((row) => row.id)),
  };
}

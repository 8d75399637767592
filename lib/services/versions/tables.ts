import type { Prisma } from '../../generated/prisma/client';
import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const versionTables = defineTables({
  workflow_version: {
    columns: { workflow_id: 'workflow', author_id: 'person' },
    workspace: 'cascade',
    workflow: { remove: [deleteVersions], restorable: true },
    person: 'set null',
    retention: UNTIL_DELETED,
    plainBytes: { snapshot_hash: 'a hash' },
  },
});

/** Deletes the versions; logs of their runs stay. Their snapshots are now kept for as long as logs are. */
async function deleteVersions(tx: Prisma.TransactionClient, workflowId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.workflow_snapshot s SET used_at = now() FROM workflow_version v
    WHERE v.workflow_id = ${workflowId}::uuid AND s.workflow_id = v.workflow_id AND s.hash = v.snapshot_hash`;
  await tx.workflowVersion.deleteMany({ where: { workflowId } });
}

import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const scheduleTables = defineTables({
  'runtime.schedule': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.schedule WHERE workspace_id = ${id}::uuid`],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.schedule WHERE workflow_id = ${id}::uuid`],
      restorable: true,
    },
    retention: UNTIL_DELETED,
    plainBytes: { snapshot_hash: 'a hash' },
  },
});

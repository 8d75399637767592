import { defineTables } from '../tables/define-tables';

export const holdTables = defineTables({
  'runtime.hold': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow', held_by: 'person' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.hold WHERE workspace_id = ${id}::uuid`],
    },
    workflow: { verb: 'it cancels what waits, and the audit says how much that was' },
    person: { kept: 'it says who held the runs' },
    retention: { kept: 'until its last run is released or discarded' },
  },
});

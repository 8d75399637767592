import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { testStore } from './sealed-test';

export const runTestTables = defineTables({
  run_test: {
    columns: { workflow_id: 'workflow', created_by_id: 'person' },
    workspace: 'cascade',
    workflow: {
      remove: [(tx, workflowId) => tx.runTest.deleteMany({ where: { workflowId } })],
      restorable: true,
    },
    person: 'set null',
    // What somebody kept as a test is theirs to delete.
    run: {
      remove: [
        (tx, { logIds }) =>
          tx.runTest.updateMany({ where: { logId: { in: [...logIds] } }, data: { logId: null } }),
      ],
    },
    retention: UNTIL_DELETED,
    sealed: { sealed: testStore },
  },
});

import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { testStore } from './sealed-test';

export const runTestTables = defineTables({
  run_test: {
    columns: { workflow_id: 'workflow', created_by_id: 'person' },
    workspace: 'cascade',
    workflow: { remove: [(tx, workflowId) => tx.runTest.deleteMany({ where: { workflowId } })] },
    person: 'set null',
    retention: UNTIL_DELETED,
    sealed: { sealed: testStore },
  },
});

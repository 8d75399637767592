import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { pinStore } from './stored-pins';

export const pinTables = defineTables({
  block_pin: {
    columns: { workflow_id: 'workflow', updated_by_id: 'person' },
    workspace: 'cascade',
    workflow: {
      remove: [(tx, workflowId) => tx.blockPin.deleteMany({ where: { workflowId } })],
      restorable: true,
    },
    person: 'set null',
    retention: UNTIL_DELETED,
    sealed: { sealed: pinStore },
  },
});

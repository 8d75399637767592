import { defineTables } from '../tables/define-tables';
import { proposalStore } from './sealed-proposal';

export const proposalTables = defineTables({
  workflow_proposal: {
    columns: { workflow_id: 'workflow', created_by_id: 'person', decided_by_id: 'person' },
    workspace: 'cascade',
    workflow: {
      remove: [(tx, workflowId) => tx.workflowProposal.deleteMany({ where: { workflowId } })],
      restorable: true,
    },
    person: 'set null',
    retention: { kept: 'open ones until somebody decides, of the others the last of each workflow' },
    sealed: { sealed: proposalStore },
  },
});

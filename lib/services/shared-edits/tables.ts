import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { forgetAbsent } from './presence';
import { sharedStateStore, sharedUpdateStore } from './sealed-edits';

const TEN_MINUTES_MS = 10 * 60 * 1000;

export const sharedEditTables = defineTables({
  'runtime.workflow_shared': {
    columns: { workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.workflow_shared WHERE workflow_id = ${id}::uuid`,
      ],
    },
    retention: UNTIL_DELETED,
    sealed: { state: sharedStateStore },
  },
  'runtime.workflow_update': {
    columns: { workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: { with: 'runtime.workflow_shared' },
    retention: { with: 'runtime.workflow_shared' },
    sealed: { sealed: sharedUpdateStore },
  },
  'runtime.workflow_presence': {
    columns: { workflow_id: 'workflow', user_id: 'person' },
    workspace: 'cascade',
    workflow: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.workflow_presence WHERE workflow_id = ${id}::uuid`,
      ],
    },
    person: { kept: 'a window that is closed is forgotten within minutes' },
    retention: { name: 'forget who closed a workflow', everyMs: TEN_MINUTES_MS, run: forgetAbsent },
  },
});

import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { forgetHookRequests, hookRequestStore } from './stored-requests';

const TEN_MINUTES_MS = 10 * 60 * 1000;

export const hookTables = defineTables({
  hook: {
    columns: { workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: {
      remove: [(tx, workflowId) => tx.hook.deleteMany({ where: { workflowId } })],
      restorable: true,
    },
    retention: UNTIL_DELETED,
  },
  'runtime.hook_request': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.hook_request WHERE workspace_id = ${id}::uuid`],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.hook_request WHERE workflow_id = ${id}::uuid`],
    },
    retention: {
      name: 'forget test requests of webhooks',
      everyMs: TEN_MINUTES_MS,
      run: forgetHookRequests,
    },
    sealed: { sealed: hookRequestStore },
  },
  'runtime.hook_outcome': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.hook_outcome o USING workflow w
          WHERE w.workspace_id = ${id}::uuid AND o.workflow_id = w.id`,
      ],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.hook_outcome WHERE workflow_id = ${id}::uuid`],
    },
    retention: { with: 'runtime.hook_request' },
  },
  'runtime.hook_listener': {
    columns: { workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`
          DELETE FROM runtime.hook_listener l USING workflow w
          WHERE w.workspace_id = ${id}::uuid AND l.workflow_id = w.id`,
      ],
    },
    workflow: {
      remove: [(tx, id) => tx.$executeRaw`DELETE FROM runtime.hook_listener WHERE workflow_id = ${id}::uuid`],
    },
    retention: { with: 'runtime.hook_request' },
  },
});

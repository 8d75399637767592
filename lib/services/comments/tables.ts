import { defineTables, UNTIL_DELETED } from '../tables/define-tables';

export const commentTables = defineTables({
  comment_thread: {
    columns: { workflow_id: 'workflow', resolved_by_id: 'person' },
    workspace: 'cascade',
    workflow: {
      remove: [(tx, workflowId) => tx.commentThread.deleteMany({ where: { workflowId } })],
      restorable: true,
    },
    person: 'set null',
    retention: UNTIL_DELETED,
  },
  comment: {
    columns: { workflow_id: 'workflow', author_id: 'person' },
    workspace: 'cascade',
    workflow: { with: 'comment_thread' },
    person: 'set null',
    retention: UNTIL_DELETED,
  },
  comment_mention: {
    columns: { user_id: 'person' },
    workspace: 'cascade',
    workflow: { with: 'comment' },
    person: 'cascade',
    retention: UNTIL_DELETED,
  },
});

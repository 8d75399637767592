import { defineTables, UNTIL_DELETED } from '../tables/define-tables';
import { chatMessageStore, forgetOldConversations } from './conversations';
import { forgetKnownAddresses } from './known-addresses';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

export const chatTables = defineTables({
  chat: {
    columns: { workflow_id: 'workflow' },
    workspace: 'cascade',
    workflow: {
      remove: [(tx, workflowId) => tx.chat.deleteMany({ where: { workflowId } })],
      restorable: true,
    },
    retention: UNTIL_DELETED,
  },
  'runtime.chat_conversation': {
    columns: { workspace_id: 'workspace', workflow_id: 'workflow' },
    workspace: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.chat_conversation WHERE workspace_id = ${id}::uuid`,
      ],
    },
    workflow: {
      remove: [
        (tx, id) => tx.$executeRaw`DELETE FROM runtime.chat_conversation WHERE workflow_id = ${id}::uuid`,
      ],
    },
    retention: {
      name: 'delete conversations that nobody goes on with',
      everyMs: SIX_HOURS_MS,
      run: forgetOldConversations,
    },
  },
  'runtime.chat_message': {
    workspace: { with: 'runtime.chat_conversation' },
    workflow: { with: 'runtime.chat_conversation' },
    retention: { with: 'runtime.chat_conversation' },
    sealed: { sealed: chatMessageStore },
  },
  'runtime.chat_known_address': {
    retention: {
      name: 'forget who gave a password long ago',
      everyMs: SIX_HOURS_MS,
      run: forgetKnownAddresses,
    },
    plainBytes: { name: 'a hash' },
  },
});

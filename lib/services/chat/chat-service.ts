import type { TriggerService } from '../triggers/trigger-service';
import { chatTrigger } from './chat-trigger';
import { chatMessageStore, forgetOldConversations } from './conversations';
import { forgetKnownAddresses } from './known-addresses';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

export const chatService: TriggerService = {
  settings: chatTrigger,
  async removeWorkflow(tx, workflowId) {
    await tx.chat.deleteMany({ where: { workflowId } });
    await tx.$executeRaw`DELETE FROM runtime.chat_conversation WHERE workflow_id = ${workflowId}::uuid`;
  },
  async removeWorkspace(tx, workspaceId) {
    await tx.$executeRaw`DELETE FROM runtime.chat_conversation WHERE workspace_id = ${workspaceId}::uuid`;
  },
  maintenance: [
    {
      name: 'delete conversations that nobody goes on with',
      everyMs: SIX_HOURS_MS,
      run: forgetOldConversations,
    },
    { name: 'forget who gave a password long ago', everyMs: SIX_HOURS_MS, run: forgetKnownAddresses },
  ],
  sealed: [chatMessageStore],
};

import type { TriggerService } from '../triggers/trigger-service';
import { hookTrigger } from './hook-trigger';
import { forgetHookRequests, sealedHookStores } from './stored-requests';

const TEN_MINUTES_MS = 10 * 60 * 1000;

export const hookService: TriggerService = {
  settings: hookTrigger,
  async removeWorkflow(tx, workflowId) {
    await tx.hook.deleteMany({ where: { workflowId } });
    await tx.$executeRaw`DELETE FROM runtime.hook_request WHERE workflow_id = ${workflowId}::uuid`;
    await tx.$executeRaw`DELETE FROM runtime.hook_outcome WHERE workflow_id = ${workflowId}::uuid`;
    await tx.$executeRaw`DELETE FROM runtime.hook_listener WHERE workflow_id = ${workflowId}::uuid`;
  },
  async removeWorkspace(tx, workspaceId) {
    await tx.$executeRaw`DELETE FROM runtime.hook_request WHERE workspace_id = ${workspaceId}::uuid`;
    await tx.$executeRaw`
      DELETE FROM runtime.hook_outcome o USING workflow w
      WHERE w.workspace_id = ${workspaceId}::uuid AND o.workflow_id = w.id`;
    await tx.$executeRaw`
      DELETE FROM runtime.hook_listener l USING workflow w
      WHERE w.workspace_id = ${workspaceId}::uuid AND l.workflow_id = w.id`;
  },
  maintenance: [
    { name: 'forget test requests of webhooks', everyMs: TEN_MINUTES_MS, run: forgetHookRequests },
  ],
  sealed: sealedHookStores,
};

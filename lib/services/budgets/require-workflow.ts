import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';

/** Waits for whoever deletes the workflow, so that no row is left behind. @throws AppError invalid_request */
export async function requireWorkflow(
  tx: Prisma.TransactionClient,
  workspaceId: string,
  workflowId: string | null,
): Promise<void> {
  if (workflowId === null) return;
  const found = isId(workflowId)
    ? await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM workflow
        WHERE id = ${workflowId}::uuid AND workspace_id = ${workspaceId}::uuid AND deleted_at IS NULL FOR SHARE`
    : [];
  if (found.length > 0) return;
  const message = 'There is no such workflow in this workspace.';
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'workflowId', code: 'param_invalid', message }],
  });
}

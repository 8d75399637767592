import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';

/** @throws AppError invalid_request for a workflow that can't be the notice of failures in this workspace */
export async function requireTarget(workspaceId: string, workflowId: string): Promise<void> {
  const target = isId(workflowId)
    ? await prisma().workflow.findFirst({ where: { id: workflowId, workspaceId, deletedAt: null } })
    : null;
  if (target === null) throw refusedTarget('There is no such workflow in this workspace.');
  if (target.liveVersion === null)
    throw refusedTarget(`Publish “${target.name}” first: a notice runs its live version.`);
}

export const refusedTarget = (message: string): AppError =>
  new AppError('invalid_request', message, {
    issues: [{ param: 'workflowId', code: 'param_invalid', message }],
  });

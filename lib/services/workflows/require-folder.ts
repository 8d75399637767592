import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';

/** @throws AppError invalid_request unless the folder is one of the workspace's */
export async function requireFolder(
  workspaceId: string,
  folderId: string | null,
  param = 'folderId',
): Promise<void> {
  if (folderId === null) return;
  const found =
    isId(folderId) && (await prisma().folder.count({ where: { id: folderId, workspaceId } })) === 1;
  if (found) return;
  const message = 'Folder not found in this workspace.';
  throw new AppError('invalid_request', message, { issues: [{ param, code: 'param_invalid', message }] });
}

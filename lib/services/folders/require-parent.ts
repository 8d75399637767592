import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';

const MAX_DEPTH = 20;

export interface ParentChoice {
  workspaceId: string;
  /** Null for the top. */
  parentId: string | null;
  /** The folder to move there; null for a new one. */
  movedId: string | null;
}

/**
 * @throws AppError invalid_request unless the parent is one of the workspace's, not inside the moved folder,
 * and not too deep
 */
export async function requireParent(tx: Prisma.TransactionClient, choice: ParentChoice): Promise<void> {
  const { workspaceId, parentId, movedId } = choice;
  if (parentId === null) return;
  const above = isId(parentId) ? await ancestors(tx, workspaceId, parentId) : [];
  if (above.length === 0) throw refused('Folder not found in this workspace.');
  if (movedId !== null && above.includes(movedId))
    throw refused('A folder can’t be moved into itself or into a folder inside it.');
  if (above.length >= MAX_DEPTH) throw refused(`Folders can be nested ${MAX_DEPTH} deep at most.`);
}

/** Returns the folder itself first, then its parents up to the top. */
async function ancestors(tx: Prisma.TransactionClient, workspaceId: string, id: string): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    WITH RECURSIVE above AS (
      SELECT id, parent_id, 1 AS depth FROM folder WHERE id = ${id}::uuid
        AND workspace_id = ${workspaceId}::uuid
      UNION ALL
      SELECT f.id, f.parent_id, depth + 1 FROM folder f JOIN above ON f.id = above.parent_id
    )
    SELECT id::text FROM above ORDER BY depth`;
  return rows.map((row) => row.id);
}

function refused(message: string): AppError {
  return new AppError('invalid_request', message, {
    issues: [{ param: 'parentId', code: 'param_invalid', message }],
  });
}

import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';

const WORKFLOWS_IN_FOLDERS = `
WITH RECURSIVE inside AS (
  SELECT id FROM folder WHERE workspace_id = $1 AND id = ANY($2)
  UNION
  SELECT f.id FROM folder f JOIN inside ON f.parent_id = inside.id
)
SELECT w.id FROM workflow w JOIN inside ON w.folder_id = inside.id WHERE w.workspace_id = $1`;

/** Returns the ids of the workflows in these folders and all below them; unknown folders have none. */
export async function workflowsInFolders(
  workspaceId: string,
  folderIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({
    name: 'workflows-in-folders',
    text: WORKFLOWS_IN_FOLDERS,
    values: [workspaceId, folderIds.filter(isId)],
  });
  return rows.map(({ id }) => id);
}

import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { folderOf } from './find-folder';

/** Lists all folders of a workspace in one flat list, by name; a workspace has few. */
export async function listFolders(actor: Actor, { workspaceId }: { workspaceId: string }) {
  requireRole(actor, workspaceId, 'reader');
  const rows = await prisma().folder.findMany({
    where: { workspaceId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map(folderOf) };
}

import type { Folder as Row } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';
import type { Folder } from './schema';

/** Returns the folder after an access check. @throws AppError not_found (unknown or foreign), forbidden */
export async function findFolder(actor: Actor, id: string, least: Role): Promise<Row> {
  const row = isId(id) ? await prisma().folder.findUnique({ where: { id } }) : null;
  if (row === null || !hasRole(actor, row.workspaceId, 'reader'))
    throw new AppError('not_found', 'Folder not found.');
  requireRole(actor, row.workspaceId, least);
  return row;
}

export function folderOf({ id, workspaceId, parentId, name, externalId }: Row): Folder {
  return { id, workspaceId, parentId, name, externalId };
}

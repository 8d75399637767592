import type { Workspace as Row } from '../../generated/prisma/client';
import type { Role } from '../access/actor';
import type { Workspace } from './schema';

export function workspaceOf({ id, name, ownerId, createdAt }: Row, role: Role): Workspace {
  return { id, name, ownerId, role, createdAt: createdAt.toISOString() };
}

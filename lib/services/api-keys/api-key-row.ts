import type { ApiKey as Row } from '../../generated/prisma/client';
import type { Scope } from '../access/actor';
import type { ApiKey } from './schema';

export const WITH_WORKSPACES = { workspaces: { select: { workspaceId: true } } } as const;

export function apiKeyOf(row: Row & { workspaces: Array<{ workspaceId: string }> }): ApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    scopes: row.scopes as Scope[],
    workspaceIds: row.workspaces.map(({ workspaceId }) => workspaceId),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    rotatedAt: row.rotatedAt?.toISOString() ?? null,
  };
}

import type { ApiKey as Row } from '../../generated/prisma/client';
import type { Scope } from '../access/actor';
import type { VettedLimits } from './key-limits';
import type { ApiKey } from './schema';

export const WITH_WORKSPACES = { workspaces: { select: { workspaceId: true } } } as const;

/** Empty lists stand for no limit. */
export function limitsOf({ addresses, workflowIds }: Pick<Row, 'addresses' | 'workflowIds'>): VettedLimits {
  return {
    addresses: addresses.length === 0 ? null : addresses,
    workflowIds: workflowIds.length === 0 ? null : workflowIds,
  };
}

export function apiKeyOf(row: Row & { workspaces: Array<{ workspaceId: string }> }): ApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    scopes: row.scopes as Scope[],
    workspaceIds: row.workspaces.map(({ workspaceId }) => workspaceId),
    ...limitsOf(row),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    rotatedAt: row.rotatedAt?.toISOString() ?? null,
  };
}

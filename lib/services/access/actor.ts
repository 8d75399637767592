import { AppError } from '../../platform/errors';

/** What an API key may do. A session may do all that its person's role allows. */
export const SCOPES = [
  'workflows:read',
  'workflows:write',
  'workflows:run',
  'logs:read',
  'webhooks:read',
  'webhooks:write',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['reader', 'writer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * A member of the workspaces in `roles`; an API key is its owner cut down to `scopes` and the key's
 * workspaces.
 */
export interface Actor {
  kind: 'user' | 'apiKey';
  userId: string;
  /** Role by workspace id, memberships as they are now (for a key: only the workspaces it was made for). */
  roles: ReadonlyMap<string, Role>;
  /** Present for keys only. */
  keyId?: string;
  scopes?: ReadonlySet<Scope>;
  /** Whose plan the key's calls count against that are about no workspace of its own. */
  planHolderId?: string;
  /** By workspace id, whose plan calls about it count against; absent when it is one person's for all. */
  holders?: ReadonlyMap<string, string>;
}

const RANK: Record<Role, number> = { reader: 0, writer: 1, admin: 2 };

export function hasRole(actor: Actor, workspaceId: string, least: Role): boolean {
  const role = actor.roles.get(workspaceId);
  return role !== undefined && RANK[role] >= RANK[least];
}

/** Whether the actor may change such things of the workspace, and so see the credentials in them. */
export function mayEdit(
  actor: Actor,
  workspaceId: string,
  scope: 'workflows:write' | 'webhooks:write',
): boolean {
  return hasRole(actor, workspaceId, 'writer') && actor.scopes?.has(scope) !== false;
}

/** Whether the actor may see what runs put out; of a key, whatever else it may. */
export const mayReadRuns = ({ scopes }: Actor): boolean => scopes?.has('logs:read') !== false;

/** Same answer for a workspace that isn't there and one the actor can't see. @throws AppError forbidden */
export function requireRole(actor: Actor, workspaceId: string, least: Role): void {
  if (hasRole(actor, workspaceId, least)) return;
  throw new AppError(
    'forbidden',
    actor.roles.has(workspaceId)
      ? `This needs the ${least} role in the workspace.`
      : 'You have no access to this workspace, or it does not exist.',
  );
}

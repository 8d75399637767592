import { AppError } from '../../platform/errors';

/** The scopes an API key can have. A session can do everything its person's role allows. */
export const SCOPES = [
  'workflows:read',
  'workflows:write',
  'workflows:propose',
  'workflows:publish',
  'workflows:run',
  'logs:read',
  'webhooks:read',
  'webhooks:write',
  'connections:use',
  'connections:write',
  'members:write',
  'keys:write',
  'audit:read',
] as const;
export type Scope = (typeof SCOPES)[number];

export const ROLES = ['reader', 'writer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/**
 * A member of the workspaces in `roles`. An API key is its owner, limited to `scopes` and the key's
 * workspaces.
 */
export interface Actor {
  kind: 'user' | 'apiKey';
  userId: string;
  /** Role by workspace id, from the current memberships (for a key: only the workspaces it was made for). */
  roles: ReadonlyMap<string, Role>;
  /** Present for keys only. */
  keyId?: string;
  scopes?: ReadonlySet<Scope>;
  /** Addresses and ranges that a key is limited to; undefined: it may be used from everywhere. */
  addresses?: readonly string[];
  /** The only workflows that a key reaches; undefined if it is not limited to some (`key-limits.ts`). */
  workflowIds?: ReadonlySet<string>;
  /** The user whose plan pays for a key's calls that concern no workspace of its own. */
  planHolderId?: string;
  /** User whose plan pays for calls, by workspace id; absent when one person's plan pays for all. */
  holders?: ReadonlyMap<string, string>;
}

const RANK: Record<Role, number> = { reader: 0, writer: 1, admin: 2 };

export function hasRole(actor: Actor, workspaceId: string, least: Role): boolean {
  const role = actor.roles.get(workspaceId);
  return role !== undefined && RANK[role] >= RANK[least];
}

/** True if the actor may change such resources of the workspace, and may therefore see their credentials. */
export function mayEdit(
  actor: Actor,
  workspaceId: string,
  scope: 'workflows:write' | 'webhooks:write',
): boolean {
  return hasRole(actor, workspaceId, 'writer') && actor.scopes?.has(scope) !== false;
}

/** True if the actor may propose changes of workflows. */
export const mayPropose = ({ scopes }: Actor): boolean =>
  scopes === undefined || scopes.has('workflows:propose') || scopes.has('workflows:write');

/** True if the actor may see the output of runs; a key needs `logs:read`, whatever its other scopes. */
export const mayReadRuns = ({ scopes }: Actor): boolean => scopes?.has('logs:read') !== false;

/** Throws the same error for a missing workspace and one the actor can't see. @throws AppError forbidden */
export function requireRole(actor: Actor, workspaceId: string, least: Role): void {
  if (hasRole(actor, workspaceId, least)) return;
  throw new AppError(
    'forbidden',
    actor.roles.has(workspaceId)
      ? `This needs the ${least} role in the workspace.`
      : 'You have no access to this workspace, or it does not exist.',
  );
}

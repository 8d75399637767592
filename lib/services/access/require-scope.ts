import { AppError } from '../../platform/errors';
import type { Endpoint } from '../../platform/http/endpoint';
import { type Actor, type Role, SCOPES, type Scope } from './actor';
import { requireWithinWorkflows } from './key-limits';

/** The scopes that allow all that a narrower one does. */
const IMPLIED_BY: Partial<Record<Scope, readonly Scope[]>> = {
  'workflows:read': ['workflows:write'],
  'workflows:propose': ['workflows:write'],
  'workflows:publish': ['workflows:write'],
  'webhooks:read': ['webhooks:write'],
  // An author names connections in blocks.
  'connections:use': ['connections:write', 'workflows:write'],
};

/** True if a key with these scopes may do what this one allows. */
function covers(scopes: ReadonlySet<Scope>, wanted: Scope): boolean {
  return scopes.has(wanted) || IMPLIED_BY[wanted]?.some((wider) => scopes.has(wider)) === true;
}

/**
 * Checks a key's scope and its limit to workflows; a session has neither. `params`: those of the path.
 * @throws AppError forbidden
 */
export function requireScope(
  actor: Actor | null,
  endpoint: Endpoint,
  params: Readonly<Record<string, string>>,
): void {
  if (actor?.scopes === undefined || endpoint.scope === undefined) return;
  const { scopes } = actor;
  const wanted = [endpoint.scope].flat() as Scope[]; // `operation` takes no others
  if (!wanted.some((scope) => covers(scopes, scope)))
    throw new AppError('forbidden', `This API key lacks the scope ${wanted.join(' or ')}.`);
  requireWithinWorkflows(actor, endpoint, params);
}

/** True if the actor may do all that these scopes allow; a session may. */
export const holdsScopes = ({ scopes: own }: Actor, scopes: readonly Scope[]): boolean =>
  own === undefined || scopes.every((scope) => covers(own, scope));

const READS: readonly Scope[] = ['workflows:read', 'logs:read', 'webhooks:read', 'connections:use'];
const WRITES: readonly Scope[] = ['workflows:write', 'workflows:run', 'webhooks:write', 'connections:write'];
const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  reader: READS,
  writer: [...READS, ...WRITES],
  admin: SCOPES,
};

/**
 * Refuses a key that would give a person more than it may do itself: each role needs the scopes of all that
 * it allows, and no other limit. @throws AppError forbidden
 */
export function requireScopesOfRole(actor: Actor, role: Role): void {
  if (actor.addresses !== undefined || actor.workflowIds !== undefined)
    throw new AppError(
      'forbidden',
      'This API key is limited to some addresses or workflows, which members are not. A key gives no more than it has.',
    );
  const lacking = SCOPES_OF_ROLE[role].filter((scope) => !holdsScopes(actor, [scope]));
  if (lacking.length === 0) return;
  throw new AppError(
    'forbidden',
    `A ${role} may do more than this API key, which lacks ${lacking.join(', ')}. ` +
      'A key gives no more than it has.',
  );
}

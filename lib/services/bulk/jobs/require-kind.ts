import { AppError } from '../../../platform/errors';
import { type Actor, requireRole, type Scope } from '../../access/actor';
import type { BulkKind } from '../schema';

/** What a key needs for each kind besides the scope of the operation. */
const SCOPES_OF_KIND: Readonly<Record<BulkKind, readonly Scope[]>> = {
  'run-again': ['logs:read'],
  replay: ['logs:read'],
  delete: ['logs:read', 'workflows:write'],
  cancel: [],
};

/**
 * Checks that the actor may do to each run what such a job does to many. @throws AppError forbidden
 */
export function requireKind(actor: Actor, workspaceId: string, kind: BulkKind): void {
  requireRole(actor, workspaceId, kind === 'delete' ? 'admin' : 'writer');
  const { scopes } = actor;
  if (scopes === undefined) return;
  const missing = SCOPES_OF_KIND[kind].find((scope) => !scopes.has(scope));
  if (missing !== undefined)
    throw new AppError(
      'forbidden',
      `A job of the kind ${kind} needs a key with the scope ${missing} as well.`,
    );
}

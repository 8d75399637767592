import { AppError } from '../../platform/errors';
import type { Endpoint } from '../../platform/http/endpoint';
import type { Actor, Scope } from './actor';

const IMPLIED_BY: Partial<Record<Scope, readonly Scope[]>> = {
  'workflows:read': ['workflows:write'],
  'webhooks:read': ['webhooks:write'],
};

/** Checks a key's scope; a session needs none. @throws AppError forbidden */
export function requireScope(actor: Actor | null, endpoint: Endpoint): void {
  if (actor?.scopes === undefined || endpoint.scope === undefined) return;
  const { scopes } = actor;
  const wanted = [endpoint.scope].flat() as Scope[]; // `operation` takes no others
  if (wanted.some((scope) => scopes.has(scope))) return;
  // A scope that allows replacing something implies reading it.
  if (wanted.some((scope) => IMPLIED_BY[scope]?.some((wider) => scopes.has(wider)))) return;
  throw new AppError('forbidden', `This API key lacks the scope ${wanted.join(' or ')}.`);
}

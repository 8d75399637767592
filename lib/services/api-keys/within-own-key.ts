import type { Prisma } from '../../generated/prisma/client';
import { isRangeInside, parseRanges } from '../../platform/addresses/client-address';
import { AppError } from '../../platform/errors';
import type { Actor, Scope } from '../access/actor';
import { holdsScopes } from '../access/require-scope';
import type { VettedLimits } from './key-limits';

interface Rights extends VettedLimits {
  scopes: readonly Scope[];
  /** ISO 8601; null if it does not expire. */
  expiresAt: string | null;
}

/**
 * Refuses a key that would do more, or work longer, than the key that makes it; its workspaces are checked as
 * those of any actor. @throws AppError forbidden
 */
export async function requireWithinOwnKey(
  db: Prisma.TransactionClient,
  actor: Actor,
  { scopes, expiresAt, ...limits }: Rights,
): Promise<void> {
  if (actor.keyId === undefined) return;
  const lacking = scopes.filter((scope) => !holdsScopes(actor, [scope]));
  if (lacking.length > 0)
    throw new AppError(
      'forbidden',
      `This API key lacks ${lacking.join(', ')}. A key gives no more than it has.`,
    );
  requireLimitsOfOwnKey(actor, limits);
  const own = await db.apiKey.findUnique({ where: { id: actor.keyId }, select: { expiresAt: true } });
  const end = own?.expiresAt ?? null;
  if (end === null || (expiresAt !== null && Date.parse(expiresAt) <= end.getTime())) return;
  throw new AppError(
    'forbidden',
    `This API key expires at ${end.toISOString()}. A key that it makes can’t work longer; ` +
      'give an earlier `expiresAt`.',
  );
}

/** Refuses limits that are wider than those of the key that sets them. @throws AppError forbidden */
export function requireLimitsOfOwnKey(actor: Actor, { addresses, workflowIds }: VettedLimits): void {
  if (!areWorkflowsWithin(actor, workflowIds))
    throw new AppError(
      'forbidden',
      'This API key is limited to some workflows. Give `workflowIds` with some of them.',
    );
  if (!areAddressesWithin(actor, addresses))
    throw new AppError(
      'forbidden',
      `This API key is limited to ${actor.addresses?.join(', ')}. Give \`addresses\` that lie within.`,
    );
}

const areWorkflowsWithin = ({ workflowIds: own }: Actor, ids: readonly string[] | null): boolean =>
  own === undefined || ids?.every((id) => own.has(id)) === true;

function areAddressesWithin({ addresses: own }: Actor, addresses: readonly string[] | null): boolean {
  if (own === undefined) return true;
  if (addresses === null) return false;
  const outer = parseRanges(own.join(' '));
  return parseRanges(addresses.join(' ')).every((range) => isRangeInside(range, outer));
}

interface StoredKey {
  scopes: readonly string[];
  addresses: readonly string[];
  workflowIds: readonly string[];
  workspaces: ReadonlyArray<{ workspaceId: string }>;
}

/** True for a key that may do no more than the actor's; for a person of all of their own. */
export const isWithinOwnKey = (
  actor: Actor,
  { scopes, addresses, workflowIds, workspaces }: StoredKey,
): boolean =>
  actor.keyId === undefined ||
  (holdsScopes(actor, scopes as Scope[]) &&
    workspaces.every(({ workspaceId }) => actor.roles.has(workspaceId)) &&
    areWorkflowsWithin(actor, workflowIds.length === 0 ? null : workflowIds) &&
    areAddressesWithin(actor, addresses.length === 0 ? null : addresses));

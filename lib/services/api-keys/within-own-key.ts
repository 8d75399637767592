import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import type { Actor, Scope } from '../access/actor';
import { holdsScopes } from '../access/require-scope';

interface Rights {
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
  { scopes, expiresAt }: Rights,
): Promise<void> {
  if (actor.keyId === undefined) return;
  const lacking = scopes.filter((scope) => !holdsScopes(actor, [scope]));
  if (lacking.length > 0)
    throw new AppError(
      'forbidden',
      `This API key lacks ${lacking.join(', ')}. A key gives no more than it has.`,
    );
  const own = await db.apiKey.findUnique({ where: { id: actor.keyId }, select: { expiresAt: true } });
  const end = own?.expiresAt ?? null;
  if (end === null || (expiresAt !== null && Date.parse(expiresAt) <= end.getTime())) return;
  throw new AppError(
    'forbidden',
    `This API key expires at ${end.toISOString()}. A key that it makes can’t work longer; ` +
      'give an earlier `expiresAt`.',
  );
}

/** True for a key whose scopes and workspaces are all the actor's too; for a person of all of their own. */
export const isWithinOwnKey = (
  actor: Actor,
  { scopes, workspaces }: { scopes: readonly string[]; workspaces: ReadonlyArray<{ workspaceId: string }> },
): boolean =>
  actor.keyId === undefined ||
  (holdsScopes(actor, scopes as Scope[]) &&
    workspaces.every(({ workspaceId }) => actor.roles.has(workspaceId)));

import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { type Actor, hasRole } from '../access/actor';

/** What decides who may manage a key: its owner, and the admins of a service account that owns it. */
export const WITH_OWNER = {
  user: { select: { name: true, isService: true, memberships: { select: { workspaceId: true } } } },
} as const;

interface OwnerOfKey {
  name: string;
  isService: boolean;
  memberships: ReadonlyArray<{ workspaceId: string }>;
}

export const mayManageKey = (actor: Actor, { userId, user }: { userId: string; user: OwnerOfKey }): boolean =>
  userId === actor.userId || isAdminOf(actor, user);

const isAdminOf = (actor: Actor, { isService, memberships }: OwnerOfKey): boolean =>
  isService && memberships.some(({ workspaceId }) => hasRole(actor, workspaceId, 'admin'));

interface NewOwner {
  userId: string;
  /** The name of a service account; null for the actor themselves. */
  serviceAccount: string | null;
  /** The workspaces that its keys may reach; null: those of the actor. */
  workspaceIds: readonly string[] | null;
}

/**
 * Returns the owner of the keys that are meant: the actor, or a service account of a workspace that they
 * administer. @throws AppError not_found, for unknown accounts and those of others alike
 */
export async function findKeyOwner(
  db: Prisma.TransactionClient,
  actor: Actor,
  serviceAccountId: string | undefined,
): Promise<NewOwner> {
  const { userId } = actor;
  if (serviceAccountId === undefined) return { userId, serviceAccount: null, workspaceIds: null };
  const { select } = WITH_OWNER.user;
  const where = { id: serviceAccountId };
  const account = isId(serviceAccountId) ? await db.user.findUnique({ where, select }) : null;
  if (account === null || !isAdminOf(actor, account))
    throw new AppError('not_found', 'Service account not found, or you are no admin of its workspace.');
  const workspaceIds = account.memberships.map(({ workspaceId }) => workspaceId);
  return { userId: serviceAccountId, serviceAccount: account.name, workspaceIds };
}

/** @throws AppError forbidden for a key of a service account that would reach beyond it */
export function requireReachOfOwner({ workspaceIds: own }: NewOwner, workspaceIds: readonly string[]): void {
  if (own === null || workspaceIds.every((id) => own.includes(id))) return;
  throw new AppError('forbidden', 'Keys of a service account reach only its own workspace.');
}

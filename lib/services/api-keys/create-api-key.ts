import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import { type Actor, requireRole, type Scope } from '../access/actor';
import { hashApiKey, newApiKeySecret } from '../access/key-format';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { apiKeyOf, WITH_WORKSPACES } from './api-key-row';
import { type KeyLimits, vetLimits } from './key-limits';
import { findKeyOwner, requireReachOfOwner } from './key-owner';
import type { ApiKey } from './schema';
import { requireWithinOwnKey } from './within-own-key';

export interface CreateApiKey extends KeyLimits {
  name: string;
  scopes: readonly Scope[];
  workspaceIds: readonly string[];
  /** ISO 8601; null if it does not expire. */
  expiresAt: string | null;
  /** The account that owns the key; the actor unless given. */
  serviceAccountId?: string | undefined;
}

/**
 * Creates a key. `secret` is the key itself; it can't be read again. @throws AppError forbidden for a
 * workspace that isn't the actor's, invalid_request
 */
export const createApiKey = defineVerb({
  role: { none: 'It asks for the reader role in each of the key’s workspaces.' },
  quota: { inside: 'apiKeys', why: 'a service account may own the key' },
  audit: 'api_key.created',
  transaction: accessTransaction,
  async run(actor: Actor, input: CreateApiKey, change) {
    for (const workspaceId of input.workspaceIds) requireRole(actor, workspaceId, 'reader');
    if (input.expiresAt !== null && Date.parse(input.expiresAt) <= Date.now()) throw alreadyExpired();
    return change({ workspaceId: null }, async (tx) => {
      const limits = await vetLimits(tx, input, input.workspaceIds);
      await requireWithinOwnKey(tx, actor, { ...input, ...limits });
      const owner = await findKeyOwner(tx, actor, input.serviceAccountId);
      requireReachOfOwner(owner, input.workspaceIds);
      await requireRoomFor(tx, 'apiKeys', owner.userId);
      const result = await insertApiKey(tx, owner.userId, { ...input, ...limits });
      return { result, audit: auditOfNewKey(result.data, owner.serviceAccount) };
    });
  },
});

/** Returns an entry for each workspace that the new key reaches, to inform its admins. */
export function auditOfNewKey(
  { id, name, scopes, workspaceIds, addresses, workflowIds }: ApiKey,
  serviceAccount: string | null = null,
) {
  const limits = { ...(addresses && { addresses }), ...(workflowIds && { workflowIds }) };
  const detail = { name, scopes: [...scopes], ...limits, ...(serviceAccount && { serviceAccount }) };
  return workspaceIds.map((workspaceId) => ({ workspaceId, target: id, detail }));
}

/** Inserts the rows of a new key in the caller's transaction; the caller writes their audit. */
export async function insertApiKey(tx: Prisma.TransactionClient, userId: string, input: CreateApiKey) {
  const { name, expiresAt, addresses, workflowIds } = input;
  const secret = newApiKeySecret();
  const workspaceIds = [...new Set(input.workspaceIds)];
  const scopes = [...new Set(input.scopes)];
  const row = await tx.apiKey.create({
    data: {
      id: newId(),
      userId,
      name,
      hash: new Uint8Array(hashApiKey(secret)),
      lastFour: secret.slice(-4),
      scopes,
      addresses: [...(addresses ?? [])],
      workflowIds: [...(workflowIds ?? [])],
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      workspaces: { create: workspaceIds.map((workspaceId) => ({ workspaceId })) },
    },
    include: WITH_WORKSPACES,
  });
  return { data: apiKeyOf(row), secret };
}

function alreadyExpired(): AppError {
  const message = 'Choose a time in the future.';
  return new AppError('invalid_request', message, {
    issues: [{ param: 'expiresAt', code: 'param_invalid', message }],
  });
}

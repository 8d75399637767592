import type { ApiKey } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { type Actor, requireRole, type Scope } from '../access/actor';
import { accessTransaction, defineVerb } from '../verbs/define-verb';
import { requireRoomFor } from '../verbs/quotas';
import { limitsOf } from './api-key-row';
import { auditOfKey } from './audit-of-key';
import { auditOfNewKey, insertApiKey } from './create-api-key';
import { findApiKey } from './find-api-key';
import type { KeyOverlap } from './schema';
import { requireWithinOwnKey } from './within-own-key';

const HOUR_MS = 3_600_000;
const OVERLAP_MS: Record<KeyOverlap, number> = {
  none: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/**
 * Replaces a key by a new one with the same name, scopes, limits and lifetime. The old key keeps working for the
 * overlap, so that its users can switch without a gap. @throws AppError not_found, conflict when it has
 * already been rotated
 */
export const rotateApiKey = defineVerb({
  role: { none: 'A key is its owner’s, or of those who administer a service account.' },
  quota: { inside: 'apiKeys', why: 'a key that ends at once makes room first' },
  audit: ['api_key.rotated', 'api_key.created'],
  transaction: accessTransaction,
  async run(actor: Actor, { id, overlap }: { id: string; overlap: KeyOverlap }, change) {
    return change({ workspaceId: null }, async (tx) => {
      const old = await findApiKey(tx, actor, id);
      const nowMs = Date.now();
      const next = {
        name: old.name,
        scopes: old.scopes as Scope[],
        expiresAt: expiryLike(old, nowMs),
        ...limitsOf(old),
      };
      // Before the old one's end changes, which may be the actor's own.
      await requireWithinOwnKey(tx, actor, next);
      const { count } = await tx.apiKey.updateMany({
        where: { id, rotatedAt: null, revokedAt: null },
        data: endOf(old, OVERLAP_MS[overlap], nowMs),
      });
      if (count === 0)
        throw new AppError('conflict', 'This key has already been rotated: rotate the key that replaced it.');
      await requireRoomFor(tx, 'apiKeys', old.userId);
      const workspaceIds = old.workspaces.map(({ workspaceId }) => workspaceId);
      const reachable = workspaceIds.filter((workspaceId) => actor.roles.has(workspaceId));
      if (reachable.length === 0) requireRole(actor, workspaceIds[0] ?? '', 'reader');
      const result = await insertApiKey(tx, old.userId, { ...next, workspaceIds: reachable });
      const created = auditOfNewKey(result.data, old.user.isService ? old.user.name : null);
      const rotated = auditOfKey(old, { name: old.name, overlap, newKey: result.data.id });
      return {
        result,
        audit: [
          ...created.map((entry) => ({ ...entry, action: 'api_key.created' }) as const),
          ...rotated.map((entry) => ({ ...entry, action: 'api_key.rotated' }) as const),
        ],
      };
    });
  },
});

/** Returns the old key's end; an overlap never makes it live longer than before. */
function endOf({ expiresAt }: ApiKey, overlapMs: number, nowMs: number) {
  const now = new Date(nowMs);
  if (overlapMs === 0) return { rotatedAt: now, revokedAt: now };
  const endMs = Math.min(expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, nowMs + overlapMs);
  return { rotatedAt: now, expiresAt: new Date(endMs) };
}

function expiryLike({ createdAt, expiresAt }: ApiKey, nowMs: number): string | null {
  if (expiresAt === null) return null;
  return new Date(nowMs + expiresAt.getTime() - createdAt.getTime()).toISOString();
}

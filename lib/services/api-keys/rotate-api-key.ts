import type { ApiKey } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { type Actor, requireRole, type Scope } from '../access/actor';
import { changeAccess } from '../access/change-access';
import { recordAudit } from '../audit/record-audit';
import { requireRoomFor } from '../limits/quotas';
import { insertApiKey } from './create-api-key';
import { findApiKey } from './find-api-key';
import type { KeyOverlap } from './schema';

const HOUR_MS = 3_600_000;
const OVERLAP_MS: Record<KeyOverlap, number> = {
  none: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/**
 * Puts a new key with the same name, scopes and lifetime in the place of one, which goes on working for the
 * overlap, so that what uses it can be changed without a gap. @throws AppError not_found, conflict when it
 * has been rotated already
 */
export async function rotateApiKey(actor: Actor, { id, overlap }: { id: string; overlap: KeyOverlap }) {
  return changeAccess(async (tx) => {
    const old = await findApiKey(tx, actor, id);
    const nowMs = Date.now();
    const { count } = await tx.apiKey.updateMany({
      where: { id, rotatedAt: null, revokedAt: null },
      data: endOf(old, OVERLAP_MS[overlap], nowMs),
    });
    if (count === 0)
      throw new AppError('conflict', 'This key has already been rotated: rotate the key that replaced it.');
    await requireRoomFor(tx, 'apiKeys', actor.userId); // a key that ends at once has made room
    const workspaceIds = old.workspaces.map(({ workspaceId }) => workspaceId);
    const reachable = workspaceIds.filter((workspaceId) => actor.roles.has(workspaceId));
    if (reachable.length === 0) requireRole(actor, workspaceIds[0] ?? '', 'reader');
    const made = await insertApiKey(tx, actor.userId, {
      name: old.name,
      scopes: old.scopes as Scope[],
      workspaceIds: reachable,
      expiresAt: expiryLike(old, nowMs),
    });
    const audit = { action: 'api_key.rotated', target: id, detail: { overlap, newKey: made.data.id } };
    for (const workspaceId of workspaceIds) await recordAudit(tx, actor, { workspaceId, ...audit });
    return made;
  });
}

/** An overlap never makes a key live longer than it would have. */
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

import type { IssuedToken } from '../../core/blocks/api/request/token-answer';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import type { ConnectionRow } from './find-connection';
import type { OAuthSettings } from './schema';
import { openTokens, sealTokens } from './sealed-connections';
import { timesOf } from './token-question';

const DATABASE_PATIENCE_MS = 10_000;

/**
 * Stores the tokens of a consent. One that brings no refresh token keeps the one there is: Google gives it at the
 * first consent only. @returns false when the settings have changed since they
 * were requested
 */
export async function keepTokens(
  actor: Pick<Actor, 'userId' | 'keyId'>,
  { id, workspaceId, name, kind, revision, tokens: before }: Omit<ConnectionRow, 'connectedBy'>,
  issued: IssuedToken,
): Promise<boolean> {
  const nowMs = Date.now();
  const kept = before === null ? null : openTokens(id, before).refreshToken;
  const refreshToken = issued.refreshToken ?? kept;
  const tokens = sealTokens(id, { accessToken: issued.token, refreshToken });
  const data = {
    state: 'connected',
    tokens,
    ...timesOf(issued, kind as OAuthSettings['kind'], nowMs),
    connectedAt: new Date(nowMs),
    connectedById: actor.userId,
    lastError: null,
    failedAt: null,
    revision: { increment: 1 },
    renewalId: null,
    renewalUntil: null,
  };
  const keep = () =>
    prisma().$transaction(async (tx) => {
      const { count } = await tx.connection.updateMany({ where: { id, revision }, data });
      if (count > 0)
        await recordAudit(tx, actor, { workspaceId, action: 'connection.connected', target: name });
      return count > 0;
    });
  const isKept = await withDatabaseRetry(keep, { repeatable: false, giveUpAfterMs: DATABASE_PATIENCE_MS });
  await notify('connections', id);
  return isKept;
}

/** Stores an error for people who look at the connection; nothing else changes. */
export async function keepFailure(id: string, lastError: string): Promise<void> {
  await prisma().connection.updateMany({ where: { id }, data: { lastError } });
}

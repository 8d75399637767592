import type { IssuedToken } from '../../core/blocks/api/request/token-answer';
import { askTokenServer } from '../../core/blocks/api/request/token-server';
import type { BlockError } from '../../core/blocks/block-error';
import { newId } from '../../platform/ids';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import { pool } from '../../platform/postgres/db';
import { notify, onNotification } from '../../platform/postgres/notify';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { systemAudit } from '../audit/system-audit';
import { connectionExpired, tokenFailed } from './connection-errors';
import { sealTokens } from './sealed-connections';
import {
  claimRenewal,
  loadConnection,
  type OAuthConnection,
  type StoredConnection,
} from './stored-connection';
import { renewalQuestion, timesOf } from './token-question';

/** `connection` is the current one; null when it was deleted meanwhile. */
export type Renewal = { ok: true; connection: StoredConnection | null } | { ok: false; error: BlockError };

/** The poll interval, in case a notification is lost. */
const LOOK_AGAIN_MS = 500;

/**
 * Returns a newer token than that of `known`. Of all callers, in any process, only one asks the token
 * server; the others wait for its token, or share its failure.
 */
export async function renewToken(known: OAuthConnection, http: OutboundClient): Promise<Renewal> {
  const renewalId = newId();
  while (true) {
    const changed = nextChange(known.id);
    try {
      const claimed = await claimRenewal(known, renewalId);
      if (claimed !== null) return await renewClaimed(claimed, renewalId, http);
      const now = await loadConnection(known.id);
      if (now === null || now.revision !== known.revision) return { ok: true, connection: now };
      if (now.failedAtMs !== known.failedAtMs)
        return { ok: false, error: tokenFailed(now.lastError ?? 'No access token.') };
      await changed.promise;
    } finally {
      changed.stop();
    }
  }
}

/** Settles with the next notification about the connection, or when it is time to look again. */
function nextChange(id: string): { promise: Promise<void>; stop: () => void } {
  let settle = () => {};
  const promise = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const unsubscribe = onNotification('connections', (changedId) => {
    if (changedId === id || changedId === '') settle();
  });
  const timer = setTimeout(settle, LOOK_AGAIN_MS);
  const stop = () => {
    clearTimeout(timer);
    unsubscribe();
  };
  return { promise, stop };
}

async function renewClaimed(
  claimed: OAuthConnection,
  renewalId: string,
  http: OutboundClient,
): Promise<Renewal> {
  const { id, settings, name } = claimed;
  const kept = claimed.tokens?.refreshToken ?? null;
  const question = renewalQuestion(settings, kept);
  if (question === null) {
    const words = 'The access token has expired, and the provider gave no refresh token.';
    return expire(claimed, renewalId, words);
  }
  const answer = await askTokenServer(question, http);
  if (answer.ok) {
    await store(id, renewalId, settings.kind, answer.issued, kept);
    return { ok: true, connection: await withDatabaseRetry(() => loadConnection(id), { repeatable: true }) };
  }
  const { message } = answer.error;
  if (answer.isLost) return expire(claimed, renewalId, message);
  await update(id, renewalId, 'last_error = $3, failed_at = clock_timestamp()', [message]);
  return { ok: false, error: { ...answer.error, message: `The connection "${name}": ${message}` } };
}

const LOST = systemAudit({
  from: 'updated',
  action: 'connection.authorization_lost',
  target: 'name',
  detail: "jsonb_build_object('reason', $3::text)",
});

/** Expires the connection, because only a person can reconnect it. */
async function expire({ id, name }: OAuthConnection, renewalId: string, words: string): Promise<Renewal> {
  const change = `state = 'expired', tokens = NULL, expires_at = NULL, renew_at = NULL, last_error = $3,
    failed_at = clock_timestamp(), revision = revision + 1`;
  await update(id, renewalId, change, [words], LOST);
  return { ok: false, error: connectionExpired(name, words) };
}

/** Stores a token. A new refresh token replaces the one used; without one the old one stays valid. */
async function store(
  id: string,
  renewalId: string,
  kind: OAuthConnection['settings']['kind'],
  issued: IssuedToken,
  kept: string | null,
): Promise<void> {
  const { expiresAt, renewAt } = timesOf(issued, kind, Date.now());
  const refreshToken = issued.refreshToken ?? kept;
  const sealed = Buffer.from(sealTokens(id, { accessToken: issued.token, refreshToken }));
  const change = `state = 'connected', tokens = $3, expires_at = $4, renew_at = $5, last_error = NULL,
    failed_at = NULL, revision = revision + 1`;
  await update(id, renewalId, change, [sealed, expiresAt, renewAt]);
}

/**
 * Ends the renewal. The server's response must not be lost: the old token may already be invalid. Nothing
 * is written when the connection was changed or disconnected meanwhile.
 */
async function update(
  id: string,
  renewalId: string,
  change: string,
  values: unknown[],
  audit: string = 'SELECT 1',
): Promise<void> {
  const text = `WITH updated AS (
      UPDATE connection SET ${change}, renewal_id = NULL, renewal_until = NULL
      WHERE id = $1 AND renewal_id = $2 RETURNING workspace_id, name
    ) ${audit}`;
  await withDatabaseRetry(() => pool().query(text, [id, renewalId, ...values]), { repeatable: true });
  await notify('connections', id);
}

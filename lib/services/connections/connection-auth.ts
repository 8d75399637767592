/**
 * The life of an OAuth connection: `connect` sends the person to the provider → `finishAuthorization`
 * stores the tokens → this file hands them to runs → `renewToken` replaces them before they expire.
 */

import { LRUCache } from 'lru-cache';
import type { BlockError } from '../../core/blocks/block-error';
import {
  authOfToken,
  type ConnectionAuth,
  type ConnectionAuthRequest,
  type MaskConnectionAuth,
  type ReadConnectionAuth,
} from '../../core/blocks/connection-auth';
import { CONCEALED } from '../../core/references/credentials';
import { isId } from '../../platform/ids';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { databaseFault } from '../../platform/postgres/database-faults';
import { onNotification } from '../../platform/postgres/notify';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';
import {
  cancelled,
  connectionExpired,
  connectionNotFound,
  connectionsUnreadable,
  noSecret,
  notConnected,
} from './connection-errors';
import { type Renewal, renewToken } from './renew-token';
import { withSecret } from './schema';
import { isOAuth, loadConnection, type OAuthConnection, type StoredConnection } from './stored-connection';

const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;
/** A server that refuses every token must not cause a renewal with every request. */
const BETWEEN_REFUSALS_MS = 10_000;
const DATABASE_PATIENCE_MS = 10_000;

interface KeptConnections {
  cache: TtlCache<StoredConnection | null>;
  /** Renewals in progress, by connection and revision. */
  renewals: Map<string, Promise<Renewal>>;
  /** The time of the last renewal after a server had refused the token, by connection. */
  refusedAtMs: LRUCache<string, number>;
}

function kept(): KeptConnections {
  return processSingleton('connection-tokens', () => {
    const load = (id: string) =>
      withDatabaseRetry(() => loadConnection(id), { repeatable: true, giveUpAfterMs: DATABASE_PATIENCE_MS });
    const cache = createTtlCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
    onNotification('connections', (id) => (id === '' ? cache.clear() : cache.forget(id)));
    return { cache, renewals: new Map(), refusedAtMs: new LRUCache({ max: MAX_ENTRIES }) };
  });
}

/** Returns the auth of a workspace's connections; stored credentials and fresh tokens come from memory. */
export const connectionAuth =
  (workspaceId: string, http: () => OutboundClient = outboundClient): ReadConnectionAuth =>
  async (request) => {
    if (request.signal.aborted) return failed(cancelled());
    try {
      return await unlessAborted(readAuth(workspaceId, request, http), request.signal);
    } catch (error) {
      if (databaseFault(error) === null) throw error;
      return failed(connectionsUnreadable());
    }
  };

/** Does the same with `***` for secret and token; nothing is renewed. */
export const maskedAuth =
  (workspaceId: string): MaskConnectionAuth =>
  async (connectionId) => {
    try {
      const connection = await connectionIn(workspaceId, connectionId);
      if (connection === null) return null;
      return isOAuth(connection) ? authOfToken(CONCEALED).auth : withSecret(connection.sends, CONCEALED);
    } catch (error) {
      if (databaseFault(error) === null) throw error;
      return null;
    }
  };

async function connectionIn(workspaceId: string, id: string): Promise<StoredConnection | null> {
  const connection = isId(id) ? await kept().cache.get(id.toLowerCase()) : null;
  return connection?.workspaceId === workspaceId ? connection : null;
}

async function readAuth(
  workspaceId: string,
  { connectionId, refused }: ConnectionAuthRequest,
  http: () => OutboundClient,
): Promise<ConnectionAuth> {
  const connection = await connectionIn(workspaceId, connectionId);
  if (connection === null) return broken(connectionNotFound());
  const answer = authOf(connection);
  if (!answer.ok || !isOAuth(connection)) return answer;
  const nowMs = Date.now();
  const isRefused = answer.accessToken === refused;
  if (isRefused && !mayRenewRefused(connection, nowMs)) return answer;
  if (!isRefused && (connection.renewAtMs === null || nowMs < connection.renewAtMs)) return answer;
  const renewal = await renewOnce(connection, http());
  if (renewal.ok)
    return renewal.connection === null ? broken(connectionNotFound()) : authOf(renewal.connection);
  if (renewal.error.code === 'CONNECTION_EXPIRED') return broken(renewal.error);
  // It was renewed ahead of time, so the old token stays valid for a while.
  const isStillGood = !isRefused && connection.expiresAtMs !== null && Date.now() < connection.expiresAtMs;
  return isStillGood ? answer : failed(renewal.error);
}

function authOf(connection: StoredConnection): ConnectionAuth {
  const { name } = connection;
  if (!isOAuth(connection)) {
    const { sends, secret } = connection;
    if (secret === '') return broken(noSecret(name));
    return { ok: true, auth: withSecret(sends, secret), accessToken: null };
  }
  const { state, tokens, lastError } = connection;
  if (state === 'expired') return broken(connectionExpired(name, lastError));
  if (tokens === null) return broken(notConnected(name));
  return { ...authOfToken(tokens.accessToken), expiredAnswers: connection.settings.expiredAnswers };
}

/** False without a refresh token: then a refusal is not known to be the token's fault. */
function mayRenewRefused(connection: OAuthConnection, nowMs: number): boolean {
  const { id, settings, tokens } = connection;
  if (settings.kind === 'authorizationCode' && tokens?.refreshToken === null) return false;
  const { refusedAtMs, renewals } = kept();
  if (renewals.has(keyOf(connection))) return true;
  const lastMs = refusedAtMs.get(id) ?? 0;
  if (nowMs - lastMs < BETWEEN_REFUSALS_MS) return false;
  refusedAtMs.set(id, nowMs);
  return true;
}

const keyOf = ({ id, revision }: OAuthConnection): string => `${id} ${revision}`;

/** Runs one renewal in this process for all callers that need it. */
function renewOnce(connection: OAuthConnection, http: OutboundClient): Promise<Renewal> {
  const { renewals, cache } = kept();
  const key = keyOf(connection);
  const underWay = renewals.get(key);
  if (underWay !== undefined) return underWay;
  const started = renewToken(connection, http).finally(() => {
    cache.forget(connection.id);
    renewals.delete(key);
  });
  renewals.set(key, started);
  return started;
}

const broken = (error: BlockError): ConnectionAuth => ({ ok: false, error, isBroken: true });
const failed = (error: BlockError): ConnectionAuth => ({ ok: false, error, isBroken: false });

/** Stops waiting; the renewal itself continues: others may wait for it, and its token must not be lost. */
function unlessAborted(answer: Promise<ConnectionAuth>, signal: AbortSignal): Promise<ConnectionAuth> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(failed(cancelled()));
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

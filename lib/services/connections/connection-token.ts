import { LRUCache } from 'lru-cache';
import type { BlockError } from '../../core/blocks/block-error';
import type {
  ConnectionToken,
  ConnectionTokenRequest,
  ReadConnectionToken,
} from '../../core/blocks/connection-token';
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
  notConnected,
} from './connection-errors';
import { type Renewal, renewToken } from './renew-token';
import { loadConnection, type StoredConnection } from './stored-connection';

const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;
/** A server that refuses every token must not cause a renewal with every request. */
const BETWEEN_REFUSALS_MS = 10_000;
const DATABASE_PATIENCE_MS = 10_000;

interface KeptConnections {
  cache: TtlCache<StoredConnection | null>;
  /** Renewals under way, by connection and revision. */
  renewals: Map<string, Promise<Renewal>>;
  /** When a token was last renewed because a server had refused it, by connection. */
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

/** Tokens for a workspace's runs; a fresh one comes from memory. */
export const connectionTokens =
  (workspaceId: string, http: () => OutboundClient = outboundClient): ReadConnectionToken =>
  async (request) => {
    if (request.signal.aborted) return failed(cancelled());
    try {
      return await unlessAborted(readToken(workspaceId, request, http), request.signal);
    } catch (error) {
      if (databaseFault(error) === null) throw error;
      return failed(connectionsUnreadable());
    }
  };

async function readToken(
  workspaceId: string,
  { connectionId, refused }: ConnectionTokenRequest,
  http: () => OutboundClient,
): Promise<ConnectionToken> {
  const connection = isId(connectionId) ? await kept().cache.get(connectionId.toLowerCase()) : null;
  if (connection === null || connection.workspaceId !== workspaceId) return broken(connectionNotFound());
  const answer = tokenOf(connection);
  if (!answer.ok) return answer;
  const nowMs = Date.now();
  const isRefused = answer.token === refused;
  if (isRefused && !mayRenewRefused(connection, nowMs)) return answer;
  if (!isRefused && (connection.renewAtMs === null || nowMs < connection.renewAtMs)) return answer;
  const renewal = await renewOnce(connection, http());
  if (renewal.ok)
    return renewal.connection === null ? broken(connectionNotFound()) : tokenOf(renewal.connection);
  if (renewal.error.code === 'CONNECTION_EXPIRED') return broken(renewal.error);
  // It was renewed ahead of time: the old one is good for a while.
  const isStillGood = !isRefused && connection.expiresAtMs !== null && Date.now() < connection.expiresAtMs;
  return isStillGood ? answer : failed(renewal.error);
}

function tokenOf({ state, tokens, name, lastError }: StoredConnection): ConnectionToken {
  if (state === 'expired') return broken(connectionExpired(name, lastError));
  return tokens === null ? broken(notConnected(name)) : { ok: true, token: tokens.accessToken };
}

/** Without a refresh token, a refusal is not known to be the token's fault. */
function mayRenewRefused(connection: StoredConnection, nowMs: number): boolean {
  const { id, settings, tokens } = connection;
  if (settings.kind === 'authorizationCode' && tokens?.refreshToken === null) return false;
  const { refusedAtMs, renewals } = kept();
  if (renewals.has(keyOf(connection))) return true;
  const lastMs = refusedAtMs.get(id) ?? 0;
  if (nowMs - lastMs < BETWEEN_REFUSALS_MS) return false;
  refusedAtMs.set(id, nowMs);
  return true;
}

const keyOf = ({ id, revision }: StoredConnection): string => `${id} ${revision}`;

/** One renewal in this process for all who need it. */
function renewOnce(connection: StoredConnection, http: OutboundClient): Promise<Renewal> {
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

const broken = (error: BlockError): ConnectionToken => ({ ok: false, error, isBroken: true });
const failed = (error: BlockError): ConnectionToken => ({ ok: false, error, isBroken: false });

/** The renewal itself goes on: others may wait for it, and its token must not be lost. */
function unlessAborted(answer: Promise<ConnectionToken>, signal: AbortSignal): Promise<ConnectionToken> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(failed(cancelled()));
    signal.addEventListener('abort', stop, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

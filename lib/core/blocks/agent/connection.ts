import type { OutboundRequest } from '../../../platform/outbound-http/contract';
import { authRows } from '../api/request/auth-rows';
import { appendQuery, queryKeys } from '../append-query';
import type { SentAuth } from '../auth';
import type { BlockError, ExecutionContext } from '../block';
import type { ConnectionAuth } from '../connection-auth';
import type { AgentConfig } from './config';

type Reading = Pick<ExecutionContext, 'connectionAuth' | 'signal' | 'conceal'>;

/**
 * Reads what a connection sends; its secret is masked from then on. `field`: where the config names it.
 * `refused`: an access token that a server rejected; null at first.
 */
export async function readConnection(
  connectionId: string,
  field: string,
  { connectionAuth, signal, conceal }: Reading,
  refused: string | null = null,
): Promise<ConnectionAuth> {
  const read =
    (await connectionAuth?.({ connectionId: connectionId.trim(), refused, signal })) ?? NO_CONNECTIONS;
  if (!read.ok) return { ...read, error: { ...read.error, field } };
  const { auth } = read;
  conceal?.([...authRows(auth).secrets, ...(auth.kind === 'basic' ? [auth.password] : [])]);
  return read;
}

const NO_CONNECTIONS: ConnectionAuth = {
  ok: false,
  isBroken: true,
  error: { code: 'CONNECTION_NOT_FOUND', message: 'There are no connections here.' },
};

type Key = { ok: true; apiKey: string } | { ok: false; error: BlockError };

/** Returns the key for a model's provider: the written one, or a connection's token or key. */
export async function modelKey(provider: AgentConfig['provider'], context: Reading): Promise<Key> {
  if (provider.connectionId.trim() === '') return { ok: true, apiKey: provider.apiKey.trim() };
  const read = await readConnection(provider.connectionId, 'provider', context);
  if (!read.ok) return read;
  const { auth } = read;
  if (auth.kind === 'basic') return { ok: false, error: NO_KEY };
  return { ok: true, apiKey: (auth.kind === 'bearer' ? auth.token : auth.apiKey).trim() };
}

const NO_KEY: BlockError = {
  code: 'CONFIG_INVALID',
  message: 'The connection is a user name and a password. A model needs one with a token or a key.',
  field: 'provider',
};

interface Addressed {
  url: string;
  headers: OutboundRequest['headers'];
}

/** Adds the credential of a connection. A header or parameter that the author wrote wins. */
export function withCredential<Request extends Addressed>(request: Request, auth: SentAuth): Request {
  const { headers, params } = authRows(auth);
  const own = new Set(request.headers.map(([name]) => name.trim().toLowerCase()));
  const ownParams = new Set(queryKeys(request.url));
  return {
    ...request,
    url: appendQuery(
      request.url,
      params.filter(([name]) => !ownParams.has(name)),
    ),
    headers: [...request.headers, ...headers.filter(([name]) => !own.has(name.toLowerCase()))],
  };
}

import type { Connection as ConnectionRecord } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, type Role, requireRole } from '../access/actor';
import { type Connection, ConnectionSettings, hasOAuth, type OAuthSettings } from './schema';
import { openTokens } from './sealed-connections';

export type ConnectionRow = ConnectionRecord & { connectedBy: { name: string } | null };

export const WITH_PERSON = { connectedBy: { select: { name: true } } } as const;

/** @throws AppError forbidden; not_found, also for one of another workspace */
export async function findConnection(
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
  least: Role,
): Promise<ConnectionRow> {
  requireRole(actor, workspaceId, least);
  const row = isId(id)
    ? await prisma().connection.findFirst({ where: { id, workspaceId }, include: WITH_PERSON })
    : null;
  if (row === null) throw new AppError('not_found', 'Connection not found.');
  return row;
}

/** Returns the stored settings, without the secret. */
export const settingsOf = (row: ConnectionRecord): ConnectionSettings =>
  ConnectionSettings.parse({ name: row.name, kind: row.kind, ...ofKind(row) });

function ofKind(row: ConnectionRecord): object {
  const { kind, authorizeUrl, tokenUrl, clientId, sendCredentials, scopes, parameters } = row;
  const { exchangeParameters, renewalParameters, pkce, expiredAnswers } = row;
  if (kind === 'bearer') return {};
  if (kind === 'basic') return { username: row.username };
  if (kind === 'apiKey') return { in: row.keyIn, keyName: row.keyName };
  return {
    authorizeUrl,
    tokenUrl,
    clientId,
    sendCredentials,
    scopes,
    parameters,
    // Null in connections of before there were these settings.
    exchangeParameters: exchangeParameters ?? undefined,
    renewalParameters: renewalParameters ?? undefined,
    pkce: pkce ?? undefined,
    expiredAnswers: expiredAnswers ?? undefined,
  };
}

/** Does the same for OAuth 2 only. @throws AppError invalid_request for a stored credential */
export function oauthSettingsOf(row: ConnectionRecord): OAuthSettings {
  const settings = settingsOf(row);
  if (hasOAuth(settings)) return settings;
  throw new AppError('invalid_request', 'Only OAuth 2 connections are connected and disconnected.');
}

/** Returns the connection as the API shows it. */
export function connectionOf(row: ConnectionRow): Connection {
  const { id, kind, tokens } = row;
  const settings = settingsOf(row);
  const hasSecret = row.clientSecret !== null;
  const hasRefreshToken = tokens !== null && openTokens(id, tokens).refreshToken !== null;
  return {
    ...settings,
    id,
    externalId: row.externalId,
    hasSecret,
    state: hasOAuth(settings) ? (row.state as Connection['state']) : hasSecret ? 'connected' : 'disconnected',
    expiresAt: row.expiresAt?.toISOString() ?? null,
    renews: kind === 'clientCredentials' || hasRefreshToken,
    connectedAt: row.connectedAt?.toISOString() ?? null,
    connectedBy: row.connectedBy?.name ?? null,
    lastError: row.lastError,
  };
}

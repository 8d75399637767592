import { createHash } from 'node:crypto';
import { scopesToSend } from '../../core/blocks/api/request/scopes';
import { askTokenServer } from '../../core/blocks/api/request/token-server';
import { AppError, isAppError } from '../../platform/errors';
import { newId } from '../../platform/ids';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { readSessionToken } from '../access/session-cookie';
import { writeState } from './authorization-state';
import { type ConnectionRow, findConnection, oauthSettingsOf } from './find-connection';
import { keepFailure, keepTokens } from './keep-tokens';
import { redirectUri } from './list-connections';
import type { OAuthSettings } from './schema';
import { openClientSecret, sealVerifier } from './sealed-connections';
import { newVerifier, renewalQuestion } from './token-question';

/** The time a person may stay at the provider's page. */
const AUTHORIZATION_MS = 10 * 60_000;

/**
 * Gets the first token for client credentials. For the other kind it returns the provider's page that the
 * person's browser has to open. @throws AppError forbidden, not_found, unauthenticated, invalid_request
 */
export async function connect(
  actor: Actor,
  params: { workspaceId: string; id: string; ownWindow?: boolean },
  cookies: string | undefined,
  http: OutboundClient = outboundClient(),
): Promise<{ data: { authorizeUrl: string | null } }> {
  const row = await findConnection(actor, params, 'writer');
  const settings = oauthSettingsOf(row);
  if (settings.kind === 'clientCredentials') {
    await connectClient(actor, row, http);
    return { data: { authorizeUrl: null } };
  }
  return { data: { authorizeUrl: await beginAuthorization(actor, row, cookies, params.ownWindow) } };
}

/**
 * Gets the first token of client credentials that were just saved, so that they needn't be connected by hand. What
 * the token server answers instead is kept with the connection.
 */
export async function connectSaved(
  actor: Actor,
  { id, workspaceId, kind, state }: ConnectionRow,
  http: OutboundClient = outboundClient(),
): Promise<ConnectionRow> {
  const saved = () => findConnection(actor, { workspaceId, id }, 'writer');
  if (kind !== 'clientCredentials' || state !== 'disconnected') return saved();
  try {
    await connectClient(actor, await saved(), http);
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
  return saved();
}

async function connectClient(actor: Actor, row: ConnectionRow, http: OutboundClient): Promise<void> {
  const settings = { ...oauthSettingsOf(row), clientSecret: openClientSecret(row.id, row.clientSecret) };
  const answer = await askTokenServer(renewalQuestion(settings, null)!, http);
  if (!answer.ok) {
    await keepFailure(row.id, answer.error.message);
    throw new AppError('invalid_request', answer.error.message);
  }
  if (!(await keepTokens(actor, row, answer.issued)))
    throw new AppError('conflict', 'The connection was changed meanwhile. Connect again.');
}

/** Binds the authorization to this person's session; it replaces an earlier one of theirs. */
async function beginAuthorization(
  { userId }: Actor,
  row: ConnectionRow,
  cookies: string | undefined,
  ownWindow = false,
): Promise<string> {
  const session = await readSessionToken(cookies ?? '');
  if (session?.userId !== userId) throw new AppError('unauthenticated', 'Sign in first.');
  const id = newId();
  const verifier = newVerifier();
  await prisma().$transaction([
    prisma().connectionAuthorization.deleteMany({
      where: { OR: [{ connectionId: row.id, userId }, { expiresAt: { lt: new Date() } }] },
    }),
    prisma().connectionAuthorization.create({
      data: {
        id,
        connectionId: row.id,
        userId,
        sessionId: session.sessionId,
        revision: row.revision,
        verifier: sealVerifier(id, verifier),
        expiresAt: new Date(Date.now() + AUTHORIZATION_MS),
      },
    }),
  ]);
  const state = writeState({ authorizationId: id, workspaceId: row.workspaceId, ownWindow });
  return authorizeUrl(oauthSettingsOf(row), { state, verifier });
}

/** Builds the URL of RFC 6749, 4.1.1, with the challenge of RFC 7636, 4.2. */
function authorizeUrl(
  { authorizeUrl: base, clientId, scopes, parameters, pkce }: OAuthSettings,
  { state, verifier }: { state: string; verifier: string },
): string {
  const url = new URL(base);
  for (const { key, value } of parameters) url.searchParams.append(key, value);
  const own = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri(),
    ...(scopes === '' ? {} : { scope: scopesToSend(scopes) }),
    state,
    ...(pkce === 'never' ? {} : challengeOf(verifier)),
  };
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  return url.href;
}

const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
});

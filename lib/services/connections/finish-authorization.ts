import { askTokenServer } from '../../core/blocks/api/request/token-server';
import type { ConnectionAuthorization } from '../../generated/prisma/client';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { prisma } from '../../platform/postgres/db';
import { type Actor, hasRole } from '../access/actor';
import { readSessionToken } from '../access/session-cookie';
import { readState } from './authorization-state';
import { type ConnectionRow, settingsOf, WITH_PERSON } from './find-connection';
import { keepFailure, keepTokens } from './keep-tokens';
import { redirectUri } from './list-connections';
import { type ConnectResult, hasOAuth } from './schema';
import { openClientSecret, openVerifier } from './sealed-connections';
import { codeQuestion } from './token-question';

export interface CameBack {
  state?: string | undefined;
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
}

const MAX_SHOWN_REASON = 300;
/** Error codes of RFC 6749, 4.1.2.1, and two of LinkedIn. */
const DECLINED: ReadonlySet<string> = new Set([
  'access_denied',
  'user_cancelled_authorize',
  'user_cancelled_login',
]);

/**
 * Handles the redirect back from a provider: exchanges the code for tokens. @returns where the browser goes
 * next, with the result
 */
export async function finishAuthorization(
  actor: Actor | null,
  back: CameBack,
  cookies: string | undefined,
  http: OutboundClient = outboundClient(),
): Promise<string> {
  const state = readState(back.state ?? '');
  if (state === null) return withoutState(actor, back, cookies);
  const { authorizationId: id, workspaceId, ownWindow } = state;
  // The authorization can be used only once, whatever the result.
  const [begun, { count }] = await prisma().$transaction([
    prisma().connectionAuthorization.findUnique({
      where: { id },
      include: { connection: { include: WITH_PERSON } },
    }),
    prisma().connectionAuthorization.deleteMany({ where: { id } }),
  ]);
  const end = (result: ConnectResult) =>
    settingsPage(workspaceId, result, begun?.connectionId) + (ownWindow ? '&window=own' : '');
  if (begun === null || count === 0 || begun.expiresAt.getTime() <= Date.now()) return end('expired');
  if (begun.connection.workspaceId !== workspaceId) return end('expired');
  const session = await readSessionToken(cookies ?? '');
  if (actor === null || actor.userId !== begun.userId || session?.sessionId !== begun.sessionId)
    return end('session');
  if (!hasRole(actor, workspaceId, 'writer')) return end('forbidden');
  return end(await finish(actor, begun, back, http));
}

const settingsPage = (workspaceId: string, result: ConnectResult, connectionId?: string): string => {
  const which = connectionId === undefined ? '' : `&connection=${connectionId}`;
  return `/w/${workspaceId}/settings/connections?result=${result}${which}`;
};

/**
 * Returns where a browser goes that comes back with no state of ours, as Slack sends people who decline: to the
 * connection that this session began last. Anybody can send a browser here, so nothing is changed.
 */
async function withoutState(
  actor: Actor | null,
  { error }: CameBack,
  cookies: string | undefined,
): Promise<string> {
  const session = await readSessionToken(cookies ?? '');
  if (actor === null || session === null) return '/';
  const begun = await prisma().connectionAuthorization.findFirst({
    where: { userId: actor.userId, sessionId: session.sessionId, expiresAt: { gt: new Date() } },
    orderBy: { expiresAt: 'desc' },
    include: { connection: { select: { workspaceId: true } } },
  });
  const workspaceId = begun?.connection.workspaceId ?? [...actor.roles.keys()][0];
  if (workspaceId === undefined) return '/';
  const result = error !== undefined && DECLINED.has(error) ? 'denied' : 'invalid';
  return settingsPage(workspaceId, result, begun?.connectionId);
}

async function finish(
  actor: Actor,
  begun: ConnectionAuthorization & { connection: ConnectionRow },
  { code, error, error_description }: CameBack,
  http: OutboundClient,
): Promise<ConnectResult> {
  const { connection } = begun;
  const oauth = settingsOf(connection);
  if (!hasOAuth(oauth)) return 'expired';
  if (error !== undefined && DECLINED.has(error)) return 'denied';
  if (code === undefined || code === '' || error !== undefined) {
    await keepFailure(connection.id, `The provider sent no code: ${reasonOf(error, error_description)}`);
    return 'failed';
  }
  if (connection.revision !== begun.revision && connection.state !== 'connected') return 'expired';
  const settings = {
    ...oauth,
    clientSecret: openClientSecret(connection.id, connection.clientSecret),
  };
  const verifier = openVerifier(begun.id, begun.verifier);
  const answer = await askTokenServer(
    codeQuestion(settings, { code, verifier, redirectUri: redirectUri() }),
    http,
  );
  if (!answer.ok) {
    await keepFailure(connection.id, answer.error.message);
    return 'failed';
  }
  return (await keepTokens(actor, connection, answer.issued)) ? 'connected' : 'expired';
}

/** Returns the provider's own words, on one short line. */
function reasonOf(error = 'no reason was given', description = ''): string {
  const words = [error, description].filter((word) => word !== '').join(', ');
  return words.replace(/[\p{C}\s]+/gu, ' ').slice(0, MAX_SHOWN_REASON);
}

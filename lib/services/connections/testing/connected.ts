import type { Actor } from '../../access/actor';
import { sessionCookie } from '../../access/session-cookie';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { createConnection } from '../change-connection';
import { connect } from '../connect';
import { finishAuthorization } from '../finish-authorization';
import type { EditedConnection, OAuthSettings } from '../schema';
import { CLIENT, type OauthServer } from './oauth-server';

type OAuthChange = Partial<OAuthSettings & { clientSecret: string }>;

export const settingsFor = (
  oauth: OauthServer,
  change: OAuthChange = {},
): Extract<EditedConnection, { tokenUrl: string }> => ({
  name: 'Calendar',
  kind: 'authorizationCode',
  sendCredentials: 'header',
  scopes: 'read write',
  authorizeUrl: oauth.authorizeUrl,
  tokenUrl: oauth.tokenUrl,
  ...CLIENT,
  parameters: [{ key: 'access_type', value: 'offline' }],
  ...change,
});

/** Returns the cookies of a browser in which this person is signed in. */
export async function cookiesOf({ userId }: Actor): Promise<string> {
  const cookie = await sessionCookie({ userId, sessionEpoch: 0 }, { name: 'n', email: 'e@example.com' });
  return cookie.split(';')[0] ?? '';
}

/** Creates a connection that is connected: by itself, or by a person at the provider. @returns its id */
export async function connectedTo(
  oauth: OauthServer,
  { writer, workspaceId }: TestWorkspace,
  change: OAuthChange = {},
): Promise<string> {
  const { data } = await createConnection(writer, { ...settingsFor(oauth, change), workspaceId });
  if (data.kind === 'clientCredentials') return data.id;
  const cookies = await cookiesOf(writer);
  const begun = await connect(writer, { workspaceId, id: data.id }, cookies);
  const url = begun.data.authorizeUrl ?? '';
  const location = await finishAuthorization(writer, Object.fromEntries(oauth.consent(url)), cookies);
  if (!location.includes('result=connected')) throw new Error(location);
  return data.id;
}

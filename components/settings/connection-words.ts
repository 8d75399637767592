import { readUrl } from '@/lib/platform/read-url';
import { type Connection, hasOAuth } from '@/lib/services/connections/schema';

const STATES: Readonly<Record<Connection['state'], string>> = {
  connected: 'Connected',
  disconnected: 'Not connected',
  expired: 'Needs to be connected again',
};

const KEY_PLACES = { header: 'header', query: 'query parameter' } as const;

/** Describes a stored credential, or names the server that issues the token. */
export function describeConnection(connection: Connection): string {
  switch (connection.kind) {
    case 'bearer':
      return 'Bearer token';
    case 'basic':
      return connection.username === '' ? 'Basic' : `Basic, user ${connection.username}`;
    case 'apiKey':
      return `API key in the ${KEY_PLACES[connection.in]} ${connection.keyName}`;
    default:
      return readUrl(connection.tokenUrl)?.host ?? connection.tokenUrl;
  }
}

/** Returns null if runs can use the connection. */
export function whyNotUsable(connection: Connection): string | null {
  if (connection.state === 'connected') return null;
  return hasOAuth(connection)
    ? `${STATES[connection.state]}: runs fail until it is connected.`
    : 'No secret: runs fail until one is entered in the settings.';
}

/** The second line below the connection's name in a select. */
export const stateWords = (connection: Connection): string =>
  hasOAuth(connection) ? STATES[connection.state] : describeConnection(connection);

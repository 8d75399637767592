import { type Connection, type EditedConnection, hasOAuth } from '@/lib/services/connections/schema';

type OAuthConnection = Extract<Connection, { authorizeUrl: string }>;
type KeyConnection = Extract<Connection, { kind: 'apiKey' }>;

/** What the dialog holds, of all kinds: going from one to another and back keeps what was written. */
export interface ConnectionForm
  extends Pick<
      OAuthConnection,
      'name' | 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'scopes' | 'sendCredentials'
    >,
    Pick<KeyConnection, 'in' | 'keyName'> {
  kind: Connection['kind'];
  username: string;
  /** Of OAuth's client, or the token, password or key that is sent; empty: the one there is. */
  secret: string;
  /** Lines of `name=value`. */
  parameters: string;
}

const EMPTY: ConnectionForm = {
  name: '',
  kind: 'authorizationCode',
  authorizeUrl: '',
  tokenUrl: '',
  clientId: '',
  secret: '',
  sendCredentials: 'header',
  scopes: '',
  parameters: '',
  username: '',
  in: 'header',
  keyName: 'X-API-Key',
};

/** The form of a connection, its secret left out; of a new one when there is none. */
export function formOf(connection: Connection | null): ConnectionForm {
  if (connection === null) return EMPTY;
  const form = { ...EMPTY, name: connection.name, kind: connection.kind };
  if (hasOAuth(connection)) {
    const { authorizeUrl, tokenUrl, clientId, sendCredentials, scopes } = connection;
    const parameters = connection.parameters.map(({ key, value }) => `${key}=${value}`).join('\n');
    return { ...form, authorizeUrl, tokenUrl, clientId, sendCredentials, scopes, parameters };
  }
  if (connection.kind === 'basic') return { ...form, username: connection.username };
  return connection.kind === 'apiKey' ? { ...form, in: connection.in, keyName: connection.keyName } : form;
}

/** What is saved: members of the chosen kind. An empty secret leaves the one there is. */
export function editOf(form: ConnectionForm): EditedConnection {
  const { name, kind, secret } = form;
  const stored = secret === '' ? {} : { secret };
  switch (kind) {
    case 'bearer':
      return { name, kind, ...stored };
    case 'basic':
      return { name, kind, username: form.username, ...stored };
    case 'apiKey':
      return { name, kind, in: form.in, keyName: form.keyName, ...stored };
    default: {
      const { tokenUrl, clientId, sendCredentials, scopes } = form;
      return {
        name,
        kind,
        tokenUrl,
        clientId,
        sendCredentials,
        scopes,
        authorizeUrl: kind === 'clientCredentials' ? '' : form.authorizeUrl,
        parameters: parametersOf(form.parameters),
        ...(secret === '' ? {} : { clientSecret: secret }),
      };
    }
  }
}

type Parameters = Extract<EditedConnection, { authorizeUrl: string }>['parameters'];

/** One a line; what stands behind the first `=` is the value. */
function parametersOf(text: string): Parameters {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const equals = line.indexOf('=');
    const key = equals === -1 ? line : line.slice(0, equals);
    return { key: key.trim(), value: equals === -1 ? '' : line.slice(equals + 1).trim() };
  });
}

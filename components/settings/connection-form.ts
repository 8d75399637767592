import { type ConnectionPreset, settingsOfPreset } from '@/lib/services/connections/presets/preset';
import { type Connection, type EditedConnection, hasOAuth } from '@/lib/services/connections/schema';

type OAuthConnection = Extract<Connection, { authorizeUrl: string }>;
type KeyConnection = Extract<Connection, { kind: 'apiKey' }>;

/** The dialog's state for all kinds: switching between them keeps the input. */
export interface ConnectionForm
  extends Pick<
      OAuthConnection,
      'name' | 'authorizeUrl' | 'tokenUrl' | 'clientId' | 'scopes' | 'sendCredentials' | 'pkce'
    >,
    Pick<KeyConnection, 'in' | 'keyName'> {
  kind: Connection['kind'];
  username: string;
  /** The OAuth client's secret, or the token, password or key; empty keeps the stored one. */
  secret: string;
  /** Lines of `name=value`. */
  parameters: string;
  /** The same for the exchange of the code. */
  exchangeParameters: string;
  /** The same for renewals. */
  renewalParameters: string;
  /** Lines of a status and, behind a space, a text of the body. */
  expiredAnswers: string;
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
  exchangeParameters: '',
  renewalParameters: '',
  pkce: 'automatic',
  expiredAnswers: '',
  username: '',
  in: 'header',
  keyName: 'X-API-Key',
};

/** Returns the form of a connection without its secret, or an empty form. */
export function formOf(connection: Connection | null): ConnectionForm {
  if (connection === null) return EMPTY;
  const form = { ...EMPTY, name: connection.name, kind: connection.kind };
  if (hasOAuth(connection)) {
    const { authorizeUrl, tokenUrl, clientId, sendCredentials, scopes, pkce } = connection;
    return {
      ...form,
      authorizeUrl,
      tokenUrl,
      clientId,
      sendCredentials,
      scopes,
      pkce,
      parameters: linesOf(connection.parameters),
      exchangeParameters: linesOf(connection.exchangeParameters),
      renewalParameters: linesOf(connection.renewalParameters),
      expiredAnswers: connection.expiredAnswers
        .map(({ status, text }) => `${status} ${text}`.trim())
        .join('\n'),
    };
  }
  if (connection.kind === 'basic') return { ...form, username: connection.username };
  return connection.kind === 'apiKey' ? { ...form, in: connection.in, keyName: connection.keyName } : form;
}

/** Returns what a preset fills in the form of a new connection. */
export function formOfPreset(
  preset: ConnectionPreset,
  { name, account }: { name: string; account: string },
): Partial<ConnectionForm> {
  const settings = settingsOfPreset(preset, account);
  if (settings.kind !== 'authorizationCode') return { name, ...settings };
  const { kind, authorizeUrl, tokenUrl, scopes, sendCredentials, pkce } = settings;
  const parameters = linesOf(settings.parameters);
  return { name, kind, authorizeUrl, tokenUrl, scopes, sendCredentials, pkce, parameters };
}

/** Returns the members of the chosen kind to save. An empty secret keeps the stored one. */
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
      // With client credentials, nobody signs in and no code is exchanged.
      const ofPerson = kind === 'authorizationCode';
      return {
        name,
        kind,
        tokenUrl,
        clientId,
        sendCredentials,
        scopes,
        authorizeUrl: ofPerson ? form.authorizeUrl : '',
        parameters: parametersOf(form.parameters),
        exchangeParameters: ofPerson ? parametersOf(form.exchangeParameters) : [],
        renewalParameters: ofPerson ? parametersOf(form.renewalParameters) : [],
        pkce: ofPerson ? form.pkce : 'automatic',
        expiredAnswers: answersOf(form.expiredAnswers),
        ...(secret === '' ? {} : { clientSecret: secret }),
      };
    }
  }
}

type Parameters = OAuthConnection['parameters'];

const linesOf = (parameters: Parameters): string =>
  parameters.map(({ key, value }) => `${key}=${value}`).join('\n');

/** Parses one answer per line: the status, then the text. */
function answersOf(text: string): OAuthConnection['expiredAnswers'] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [status = ''] = line.split(/\s/, 1);
      return { status: Number(status), text: line.slice(status.length).trim() };
    });
}

/** Parses one parameter per line; the text after the first `=` is the value. */
function parametersOf(text: string): Parameters {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const equals = line.indexOf('=');
    const key = equals === -1 ? line : line.slice(0, equals);
    return { key: key.trim(), value: equals === -1 ? '' : line.slice(equals + 1).trim() };
  });
}

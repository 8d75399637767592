import type { Auth } from '@/lib/core/blocks/auth';
import { type Connection, hasOAuth, withSecret } from '@/lib/services/connections/schema';

export type AuthKind = Auth['kind'];

/** Auth as authored. Members of other kinds may be left over from a change of kind; the schema drops them. */
export interface EditedAuth extends Readonly<Record<string, unknown>> {
  kind: AuthKind;
}

export interface AuthMember {
  name: string;
  label: string;
  placeholder?: string;
  help?: string;
  isSecret?: boolean;
  /** The id of one of the workspace's connections. */
  isConnection?: boolean;
  options?: ReadonlyArray<{ value: string; label: string }>;
}

export const AUTH_KINDS: ReadonlyArray<{ value: AuthKind; label: string; description?: string }> = [
  { value: 'none', label: 'None', description: 'Nothing is added; only your own headers are sent' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'basic', label: 'Basic', description: 'User name and password' },
  { value: 'apiKey', label: 'API key', description: 'In a header or a query parameter' },
  {
    value: 'oauth2ClientCredentials',
    label: 'OAuth 2 client credentials',
    description: 'Fetches a token and keeps it until it expires',
  },
  { value: 'connection', label: 'Connection', description: 'Kept in the workspace’s settings' },
];

const IN_VARIABLE = 'Best as {{API_TOKEN}}';

/** The inputs of each kind, in order. */
export const AUTH_FORMS: Readonly<Record<AuthKind, readonly AuthMember[]>> = {
  none: [],
  bearer: [{ name: 'token', label: 'Token', placeholder: IN_VARIABLE, isSecret: true }],
  connection: [{ name: 'connectionId', label: 'Connection', isConnection: true }],
  basic: [
    { name: 'username', label: 'User name' },
    { name: 'password', label: 'Password', placeholder: 'Best as {{PASSWORD}}', isSecret: true },
  ],
  apiKey: [
    {
      name: 'in',
      label: 'Add to',
      options: [
        { value: 'header', label: 'Header' },
        { value: 'query', label: 'Query parameter' },
      ],
    },
    { name: 'name', label: 'Name', placeholder: 'X-API-Key' },
    { name: 'apiKey', label: 'Key', placeholder: 'Best as {{API_KEY}}', isSecret: true },
  ],
  oauth2ClientCredentials: [
    { name: 'tokenUrl', label: 'Token URL', placeholder: 'https://auth.example.com/oauth/token' },
    { name: 'clientId', label: 'Client id' },
    {
      name: 'clientSecret',
      label: 'Client secret',
      placeholder: 'Best as {{CLIENT_SECRET}}',
      isSecret: true,
    },
    {
      name: 'scope',
      label: 'Scope',
      placeholder: 'read write',
      help: 'Separated by spaces, or by commas if the server wants that; may be empty.',
    },
    { name: 'audience', label: 'Audience', help: 'Only if the server asks for one.' },
    {
      name: 'sendCredentials',
      label: 'Send the credentials',
      help: 'If the server doesn’t find them, the other way is tried.',
      options: [
        { value: 'header', label: 'As Basic authentication' },
        { value: 'body', label: 'In the form body' },
      ],
    },
  ],
};

export interface AuthResult {
  place: 'header' | 'query parameter';
  name: string;
  value: string;
}

/**
 * Returns the header or query row that results, with typed credentials shown as dots; null if nothing is
 * sent, or it isn't known yet. `connection`: the chosen one.
 */
export function resultOfAuth(auth: EditedAuth, connection?: Connection): AuthResult | null {
  const text = (member: string) => String(auth[member] ?? '').trim();
  const authorization = (value: string): AuthResult => ({ place: 'header', name: 'Authorization', value });
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return authorization(`Bearer ${shown(text('token').replace(/^bearer +/i, ''))}`);
    case 'basic':
      return authorization(`Basic base64(${shown(text('username'), false)}:${shown(text('password'))})`);
    case 'apiKey':
      return {
        place: auth.in === 'query' ? 'query parameter' : 'header',
        name: text('name') || '…',
        value: shown(text('apiKey')),
      };
    case 'oauth2ClientCredentials':
      return authorization('Bearer <token of the server>');
    case 'connection':
      if (connection === undefined) return null;
      return hasOAuth(connection)
        ? authorization('Bearer <token of the connection>')
        : resultOfAuth(withSecret(connection, '<secret of the connection>'));
  }
}

function shown(text: string, isSecret = true): string {
  if (text === '') return '…';
  return isSecret && !/<|\{\{/.test(text) ? '••••••' : text;
}

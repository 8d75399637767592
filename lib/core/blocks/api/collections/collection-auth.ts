import type { Auth } from '../../auth';

/** What tools know of an authentication, under one set of names; what one doesn't say is empty. */
export interface WrittenAuth {
  /** As the tool calls it. */
  type: string;
  username: string;
  password: string;
  token: string;
  key: string;
  value: string;
  inQuery: boolean;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  scope: string;
  audience: string;
  isClientCredentials: boolean;
  credentialsInBody: boolean;
}

/** The block's own authentication that sends the same; null, with a word on it, where it has none. */
export function readAuth(written: WrittenAuth, warnings: string[]): Auth | null {
  const { type, username, password, token, key, value, inQuery } = written;
  switch (type.toLowerCase().replace(/[^a-z0-9]/g, '')) {
    case 'basic':
      return { kind: 'basic', username, password };
    case 'bearer':
    case 'singletoken':
      return token === '' ? null : { kind: 'bearer', token };
    case 'apikey':
      return { kind: 'apiKey', in: inQuery ? 'query' : 'header', name: key || 'X-API-Key', apiKey: value };
    case 'oauth2':
      return readOauth(written, warnings);
    default:
      warnings.push(`The block has no ${type.slice(0, 30)} authentication: it was left out.`);
      return null;
  }
}

function readOauth(written: WrittenAuth, warnings: string[]): Auth | null {
  const { token, tokenUrl, clientId, clientSecret, scope, audience } = written;
  if (written.isClientCredentials && tokenUrl !== '')
    return {
      kind: 'oauth2ClientCredentials',
      tokenUrl,
      clientId,
      clientSecret,
      scope,
      audience,
      sendCredentials: written.credentialsInBody ? 'body' : 'header',
    };
  if (token !== '') return { kind: 'bearer', token };
  warnings.push('It signs in with OAuth 2: choose a connection under Auth.');
  return null;
}

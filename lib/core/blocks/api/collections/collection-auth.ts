import type { Auth } from '../../auth';

/** The authentication of any tool under one set of names; a member that the tool doesn't set is empty. */
export interface WrittenAuth {
  /** The tool's name for the type. */
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

/** Returns the block's equivalent of an authentication; null, mostly with a warning, if there is none. */
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

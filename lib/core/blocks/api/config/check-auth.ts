import { explainForbiddenHeader } from '../../../../platform/outbound-http/request-headers';
import type { Auth } from '../../auth';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\x20-\x7e\x80-\xff]+$/;
const HAS_REFERENCE = /<|\{\{/;

/** Removes the scheme that people copy along with a token. */
export function bareToken(token: string): string {
  return token.trim().replace(/^bearer(?: +|$)/i, '');
}

interface BadAuth {
  /** The member of the preset that is at fault. */
  member: string;
  message: string;
}

/** Returns only the message of `findBadAuth`. */
export const explainBadAuth = (auth: Auth, options?: { isStored?: boolean }): string | null =>
  findBadAuth(auth, options)?.message ?? null;

/**
 * Returns why a preset, authored or resolved, can't be used; null if it can. Texts with references are
 * checked by the run. `isStored`: the preset is in a connection, where nothing is a reference.
 */
export function findBadAuth(auth: Auth, { isStored = false } = {}): BadAuth | null {
  const mayRefer = (text: string) => !isStored && HAS_REFERENCE.test(text);
  const found = (member: string, message: string | null) => (message === null ? null : { member, message });
  switch (auth.kind) {
    case 'none':
      return null;
    case 'bearer':
      return found('token', explainToken(bareToken(auth.token), 'token', isStored));
    case 'basic':
      if (auth.username === '' && auth.password === '')
        return found('username', 'Enter a user name and a password.');
      if (!mayRefer(auth.username) && auth.username.includes(':'))
        return found('username', 'A user name can\'t hold ":".');
      return null;
    case 'apiKey':
      return (
        found('name', explainKeyName(auth, mayRefer(auth.name))) ??
        found('apiKey', explainToken(auth.apiKey.trim(), 'API key', isStored))
      );
    case 'oauth2ClientCredentials':
      if (auth.tokenUrl.trim() === '') return found('tokenUrl', 'Enter the token URL.');
      if (auth.clientId.trim() === '') return found('clientId', 'Enter the client id.');
      return auth.clientSecret.trim() === '' ? found('clientSecret', 'Enter the client secret.') : null;
    case 'connection':
      return auth.connectionId.trim() === '' ? found('connectionId', 'Choose a connection.') : null;
  }
}

function explainToken(value: string, what: string, isStored: boolean): string | null {
  if (value === '')
    return `Enter the ${what}${isStored ? '.' : '; keep it in a variable and write {{NAME}} here.'}`;
  return HEADER_VALUE.test(value) ? null : `The ${what} holds a character that a header can't carry.`;
}

function explainKeyName(
  { name, in: place }: Extract<Auth, { kind: 'apiKey' }>,
  hasReference: boolean,
): string | null {
  if (name.trim() === '')
    return `Enter the name of the ${place === 'header' ? 'header' : 'query parameter'}.`;
  if (place === 'query' || hasReference) return null;
  if (!HEADER_NAME.test(name.trim())) return `"${name.trim()}" can't be a header's name.`;
  return explainForbiddenHeader(name);
}

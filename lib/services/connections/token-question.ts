import { randomBytes } from 'node:crypto';
import { scopesToSend } from '../../core/blocks/api/request/scopes';
import type { IssuedToken } from '../../core/blocks/api/request/token-answer';
import type { TokenClient } from '../../core/blocks/api/request/token-request';
import type { TokenQuestion } from '../../core/blocks/api/request/token-server';
import type { OAuthSettings } from './schema';

/** A connection's settings with its secret opened; empty when it has none. */
export type TokenSettings = Omit<OAuthSettings, 'name' | 'authorizeUrl'> & { clientSecret: string };

const clientOf = ({ tokenUrl, clientId, clientSecret, sendCredentials }: TokenSettings): TokenClient => ({
  tokenUrl,
  clientId,
  clientSecret,
  sendCredentials,
});

/**
 * Returns the request for a connection's next access token without a person; null when there is none. A
 * refresh token may be valid for one use only: it is never sent again when the server may have accepted it.
 */
export function renewalQuestion(settings: TokenSettings, refreshToken: string | null): TokenQuestion | null {
  const client = clientOf(settings);
  if (settings.kind === 'clientCredentials') {
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (settings.scopes !== '') form.set('scope', scopesToSend(settings.scopes));
    for (const { key, value } of settings.parameters) form.append(key, value);
    return { client, form, retry: 'always' };
  }
  if (refreshToken === null) return null;
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  for (const { key, value } of settings.renewalParameters) form.append(key, value);
  return { client, form, retry: 'safe', secretFields: ['refresh_token'] };
}

/** Returns the exchange of the code from a provider's redirect (RFC 6749, 4.1.3; RFC 7636, 4.5). */
export function codeQuestion(
  settings: TokenSettings,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): TokenQuestion {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
  if (settings.pkce !== 'never') form.set('code_verifier', verifier);
  for (const { key, value } of settings.exchangeParameters) form.append(key, value);
  return {
    client: clientOf(settings),
    form,
    retry: 'safe',
    secretFields: ['code', 'code_verifier'],
    // Without a secret, the verifier alone shows that the code is in the right hands.
    ...(settings.pkce === 'automatic' && settings.clientSecret !== '' && { dispensable: 'code_verifier' }),
  };
}

/** Returns 43 characters, the minimum of RFC 7636. */
export const newVerifier = (): string => randomBytes(32).toString('base64url');

/** A token is renewed this long before it expires, or after nine tenths of a short life. */
const RENEWAL_MARGIN_MS = 60_000;
/** The lifetime of client credentials' tokens if the server omits it; others are used until refused. */
const DEFAULT_LIFETIME_MS = 5 * 60_000;

/** Returns when a token expires and is renewed; both null for one that is used until a server refuses it. */
export function timesOf(
  { lifetimeMs }: Pick<IssuedToken, 'lifetimeMs'>,
  kind: OAuthSettings['kind'],
  nowMs: number,
): { expiresAt: Date | null; renewAt: Date | null } {
  const lastsMs = lifetimeMs ?? (kind === 'clientCredentials' ? DEFAULT_LIFETIME_MS : null);
  if (lastsMs === null) return { expiresAt: null, renewAt: null };
  const renewAfterMs = lastsMs - Math.min(RENEWAL_MARGIN_MS, lastsMs / 10);
  return {
    expiresAt: lifetimeMs === null ? null : new Date(nowMs + lastsMs),
    renewAt: new Date(nowMs + renewAfterMs),
  };
}

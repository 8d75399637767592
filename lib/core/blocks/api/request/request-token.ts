import type { OutboundClient } from '../../../../platform/outbound-http/contract';
import { scopesToSend } from './scopes';
import type { TokenAnswer, TokenGrant } from './token-grant';
import { askTokenServer } from './token-server';

/** The lifetime of a token whose server gives none. */
const DEFAULT_LIFETIME_MS = 5 * 60 * 1_000;
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1_000;

/** Requests a token once, with the client's own credentials (RFC 6749, 4.4). */
export async function requestToken(grant: TokenGrant, http: OutboundClient): Promise<TokenAnswer> {
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const scope = scopesToSend(grant.scope);
  if (scope !== '') form.set('scope', scope);
  if (grant.audience.trim() !== '') form.set('audience', grant.audience.trim());
  const answer = await askTokenServer({ client: grant, form, retry: 'always' }, http);
  if (!answer.ok) return { ok: false, error: answer.error };
  const { token, lifetimeMs } = answer.issued;
  return { ok: true, token, lifetimeMs: Math.min(lifetimeMs ?? DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS) };
}

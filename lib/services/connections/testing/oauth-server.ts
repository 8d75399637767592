import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  type LoopbackHttpServer,
  type ReceivedRequest,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';

export const CLIENT = { clientId: 'mill', clientSecret: 'client-s3cret/ü' };

/** The parameters of a token request, however the client authenticated. */
export interface TokenRequest extends Record<string, string> {
  grant_type: string;
}

export interface OauthServer extends LoopbackHttpServer {
  tokenUrl: string;
  authorizeUrl: string;
  /** Token requests, in order. */
  asked: TokenRequest[];
  /** Lifetime of tokens issued from now on, in seconds; null if the response omits it. */
  lifetimeS: number | null;
  /** Tokens that its API accepts. */
  good: Set<string>;
  /** The delay of its responses to token requests. */
  delayMs: number;
  /** True if, like LinkedIn, it doesn't know a client that sends a `code_verifier`. */
  refusesVerifier: boolean;
  /** False if, like Google at a second consent, it gives no refresh token. */
  givesRefreshToken: boolean;
  /** Replaces its own responses to token requests. */
  answer: ((response: ServerResponse) => void) | null;
  /** Returns the redirect's parameters after a person has consented at its page. */
  consent(authorizeUrl: string): URLSearchParams;
}

/**
 * Starts an OAuth server as strict as the strictest: a code and a refresh token are valid once, a reused
 * refresh token revokes everything from the same consent, and the verifier must fit the challenge.
 */
export async function startOauthServer(): Promise<OauthServer> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const refreshTokens = new Map<string, { isUsed: boolean }>();
  const asked: TokenRequest[] = [];
  const good = new Set<string>();
  const issue = (withRefresh: boolean) => {
    const accessToken = `access-${randomBytes(9).toString('hex')}`;
    const refreshToken = `refresh-${randomBytes(9).toString('hex')}`;
    good.add(accessToken);
    if (withRefresh) refreshTokens.set(refreshToken, { isUsed: false });
    return {
      access_token: accessToken,
      token_type: 'bearer',
      ...(withRefresh ? { refresh_token: refreshToken } : {}),
      ...(oauth.lifetimeS === null ? {} : { expires_in: oauth.lifetimeS }),
    };
  };
  const grant = (form: TokenRequest): object | string => {
    if (form.grant_type === 'client_credentials') return issue(false);
    if (form.grant_type === 'refresh_token') {
      const known = refreshTokens.get(form.refresh_token ?? '');
      if (known === undefined || known.isUsed) {
        refreshTokens.clear();
        good.clear();
        return 'invalid_grant';
      }
      known.isUsed = true;
      return issue(true);
    }
    const code = codes.get(form.code ?? '');
    codes.delete(form.code ?? '');
    const challenge = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    const isProven = oauth.refusesVerifier || !code?.challenge || code.challenge === challenge;
    const isRight = isProven && code?.redirectUri === form.redirect_uri;
    return isRight ? issue(oauth.givesRefreshToken) : 'invalid_grant';
  };
  const server = await startHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url.startsWith('/api')) return answerApi(request, response, good);
    const form = formOf(request);
    asked.push(form);
    if (oauth.answer !== null) return oauth.answer(response);
    const isClient =
      form.client_id === CLIENT.clientId &&
      form.client_secret === CLIENT.clientSecret &&
      !(oauth.refusesVerifier && form.code_verifier !== undefined);
    const given = isClient ? grant(form) : 'invalid_client';
    response.statusCode = typeof given === 'string' ? 400 : 200;
    const text = JSON.stringify(typeof given === 'string' ? { error: given } : given);
    setTimeout(() => response.end(text), oauth.delayMs);
  });
  const oauth: OauthServer = {
    ...server,
    tokenUrl: `${server.origin}/token`,
    authorizeUrl: `${server.origin}/authorize?tenant=mill`,
    asked,
    good,
    lifetimeS: 3_600,
    delayMs: 0,
    refusesVerifier: false,
    givesRefreshToken: true,
    answer: null,
    consent(authorizeUrl) {
      const query = new URL(authorizeUrl).searchParams;
      const isProven = query.get('code_challenge_method') === 'S256' || !query.has('code_challenge');
      if (!isProven) throw new Error('No S256.');
      const code = randomBytes(9).toString('hex');
      const redirectUri = query.get('redirect_uri') ?? '';
      codes.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri });
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: server.origin });
    },
  };
  return oauth;
}

/** Echoes the request, as careless servers do. */
function answerApi(
  { headers, url }: ReceivedRequest,
  response: ServerResponse,
  good: ReadonlySet<string>,
): void {
  response.statusCode = good.has((headers.authorization ?? '').replace('Bearer ', '')) ? 200 : 401;
  response.end(JSON.stringify({ sent: headers.authorization ?? null, url, key: headers['x-key'] ?? null }));
}

function formOf({ body, headers }: ReceivedRequest): TokenRequest {
  const form = Object.fromEntries(new URLSearchParams(body)) as TokenRequest;
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1];
  if (basic === undefined) return form;
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':');
  const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
  return { ...form, client_id: decode(id), client_secret: decode(secret) };
}

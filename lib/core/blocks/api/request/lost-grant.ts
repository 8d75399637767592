import type { OutboundResponse } from '../../../../platform/outbound-http/contract';
import { refusalIn, saidIn, tokenMembers } from './token-answer';

/** Parts of a text longer than this are not read; servers say it at the start. */
const MAX_READ_CHARACTERS = 4_096;
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Codes that mean it everywhere: RFC 6749, 5.2, and OpenID Connect Core, 3.1.2.6 (Entra's multi-factor sign-in),
 * then GitHub's and HubSpot's, Slack's, and Zoho's.
 */
const CODE =
  /(?<![a-z])(?:invalid_grant(?!_type)|(?:interaction|consent|login)_required|account_selection_required|(?:bad|invalid|expired|revoked)_refresh_token|token_revoked|token_expired|account_inactive|invalid_code)(?![a-z])/;

/** The same in a server's own words, where it was asked with a refresh token. */
const REFRESH_TOKEN_IS =
  /refresh_?token(?!s?_(?:grant|type|request|flow))[^.;=&{}]{0,60}?(?<![a-z])(?:invalid|expired|revoked|unknown|inactive|malformed|disabled|(?:already_)?used|not_(?:found|valid|active|exist)|no_longer)(?![a-z])/;
const BAD_REFRESH_TOKEN =
  /(?<![a-z])(?:invalid|expired|revoked|unknown|inactive|bad|unrecogni[sz]ed)_(?:the_|or_)?refresh_?token/;
const TOKEN_IS =
  /(?<![a-z])(?:access_token|session|authorization|consent|token)(?!_(?:endpoint|type|request|exchange|url|server))[^.;:=&{}]{0,60}?(?<![a-z])(?:expired|revoked)(?![a-z])|(?<![a-z])(?:invalid|expired|revoked)_token(?!_(?:endpoint|type|request|exchange|url|server))/;

/** Codes about the client, the form of the request or the scopes: another token would be refused too. */
const OF_ANOTHER_THING: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_scope',
  'invalid_target',
  'unsupported_grant_type',
]);
const PASSES =
  /temporar|server_error|slow_down|rate_?limit|too_many|unavailable|maintenance|overload|time_?d?_?out/;

/**
 * True if a refusal says that the code or refresh token is no longer valid, so that only a person can help. A
 * server's passing trouble never says so, whatever its words.
 */
export function losesGrant(response: OutboundResponse, form: URLSearchParams): boolean {
  const { status, isRateLimited, body } = response;
  const isFinal = status < 300 || (status >= 400 && status < 500);
  if (!isFinal || isRateLimited || PASSING_STATUSES.has(status)) return false;
  const members = tokenMembers(body);
  const said = (members === null ? [textOf(body)] : saidIn(members)).map(normalized);
  const code = members === null ? '' : normalized(refusalIn(members).code ?? '');
  if (CODE.exec(code)?.[0] === code && code !== '') return true;
  if (OF_ANOTHER_THING.has(code) || said.some((text) => PASSES.test(text))) return false;
  if (said.some((text) => CODE.test(text))) return true;
  if (!form.has('refresh_token')) return false;
  const names = [REFRESH_TOKEN_IS, BAD_REFRESH_TOKEN];
  // A page may speak of its own session, or of a token that protects its form.
  if (members !== null) names.push(TOKEN_IS);
  return said.some((text) => names.some((pattern) => pattern.test(text)));
}

const textOf = (body: Buffer): string => body.subarray(0, MAX_READ_CHARACTERS).toString('utf8');

/** Returns `InvalidGrant`, `invalid-grant` and "Invalid grant" as `invalid_grant`. */
const normalized = (text: string): string =>
  text
    .slice(0, MAX_READ_CHARACTERS)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/["'`\s-]+/g, '_');

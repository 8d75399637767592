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

/** Words that say the same of a token, in a server's own sentences. */
const BAD: ReadonlySet<string> = new Set(
  'invalid expired revoked unknown inactive malformed disabled used bad unrecognized unrecognised'.split(' '),
);
const BAD_BEFORE: ReadonlySet<string> = new Set(
  'invalid expired revoked unknown inactive bad unrecognized unrecognised'.split(' '),
);
const NOT: ReadonlySet<string> = new Set(['found', 'valid', 'active', 'exist']);
const OVER: ReadonlySet<string> = new Set(['expired', 'revoked']);
const TOKEN_LIKE: ReadonlySet<string> = new Set(['token', 'session', 'authorization', 'consent']);
/** Words behind a token's name that make it the name of another thing. */
const OF_REFRESHING: ReadonlySet<string> = new Set(['grant', 'type', 'request', 'flow']);
const OF_TOKENS: ReadonlySet<string> = new Set(['endpoint', 'type', 'request', 'exchange', 'url', 'server']);
/** A sentence says it at most so many words later. */
const WITHIN_WORDS = 10;

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
  if (said.some((text) => clausesOf(text, /[.;=&{}]/).some(speaksOfRefreshToken))) return true;
  // A page may speak of its own session, or of a token that protects its form.
  return members !== null && said.some((text) => clausesOf(text, /[.;:=&{}]/).some(speaksOfToken));
}

const clausesOf = (text: string, ends: RegExp): string[][] =>
  text.split(ends).map((clause) => clause.split(/[^a-z0-9]+/).filter((word) => word !== ''));

/** True for "refresh token is invalid" and "invalid refresh token". */
function speaksOfRefreshToken(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const isOne = word === 'refresh' && words[at + 1] === 'token';
    if (!isOne && word !== 'refreshtoken') return false;
    const end = at + (isOne ? 2 : 1);
    if (OF_REFRESHING.has(words[end] ?? '')) return false;
    const before = ['the', 'or'].includes(words[at - 1] ?? '') ? words[at - 2] : words[at - 1];
    if (BAD_BEFORE.has(before ?? '')) return true;
    return words.slice(end, end + WITHIN_WORDS).some((other, index, rest) => {
      const next = rest[index + 1] ?? '';
      return BAD.has(other) || (other === 'not' && NOT.has(next)) || (other === 'no' && next === 'longer');
    });
  });
}

/** True for "token was revoked", "session has expired" and "invalid token". */
function speaksOfToken(words: readonly string[]): boolean {
  return words.some((word, at) => {
    if (!TOKEN_LIKE.has(word) || OF_TOKENS.has(words[at + 1] ?? '')) return false;
    if (word === 'token' && ['invalid', 'expired', 'revoked'].includes(words[at - 1] ?? '')) return true;
    return words.slice(at + 1, at + 1 + WITHIN_WORDS).some((other) => OVER.has(other));
  });
}

const textOf = (body: Buffer): string => body.subarray(0, MAX_READ_CHARACTERS).toString('utf8');

/** Returns `InvalidGrant`, `invalid-grant` and "Invalid grant" as `invalid_grant`. */
const normalized = (text: string): string =>
  text
    .slice(0, MAX_READ_CHARACTERS)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/["'`\s-]+/g, '_');

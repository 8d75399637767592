const SECOND_MS = 1_000;
/** Ten years, the upper limit of a lifetime. */
const MAX_LIFETIME_MS = 10 * 365 * 24 * 60 * 60 * SECOND_MS;
/** No lifetime in seconds is this long, so such a number is a point in time. */
const SMALLEST_MOMENT_S = 1_000_000_000;
const SMALLEST_MOMENT_MS = 1_000_000_000_000;

/** `lifetimeMs`: null if the server gives none. */
export interface IssuedToken {
  token: string;
  lifetimeMs: number | null;
  refreshToken: string | null;
}

/** A server's own error code and message; null if it gave none. */
export interface TokenRefusal {
  code: string | null;
  words: string | null;
}

type Members = Readonly<Record<string, unknown>>;

const TOKEN = /^[\x21-\x7e]{1,16384}$/;
const MAX_REFRESH_TOKEN_CHARACTERS = 16_384;
/** Members in which servers put it: Lark and TikTok, Instagram (a list), Withings, Slack (a person's). */
const WRAPPERS = ['data', 'body', 'authed_user'] as const;
/**
 * Types of tokens that are not sent as bearer tokens (IANA, "OAuth Access Token Types", and drafts). Any
 * other name, such as "bot" or "JWT", is a name for a bearer token.
 */
const OTHER_TYPES: ReadonlySet<string> = new Set(['dpop', 'hawk', 'http-signature', 'mac', 'n_a', 'pop']);

/**
 * Parses the response of a token server, whatever its type: JSON (RFC 6749, 5.1) or a form, as GitHub
 * and older servers send it. Null if it is neither.
 */
export function tokenMembers(body: Buffer): Members | null {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // It is not JSON, so only a form is left to try.
    const form = text.trim();
    return /^[a-zA-Z_]+=[^\s<>{}]*$/.test(form) ? Object.fromEntries(new URLSearchParams(form)) : null;
  }
}

/** Returns the token in a response, or why it can't be used; null if there is none. */
export function issuedToken(answer: Members, nowMs: number): IssuedToken | { unusable: string } | null {
  const members = [answer, ...WRAPPERS.flatMap((name) => wrapped(answer[name]))].find(
    (some) => textIn(some, ['access_token', 'accessToken']) !== null,
  );
  if (members === undefined) return null;
  const token = textIn(members, ['access_token', 'accessToken']);
  if (token === null || !TOKEN.test(token)) return null;
  const type = textIn(members, ['token_type', 'tokenType']);
  if (type !== null && OTHER_TYPES.has(type.toLowerCase()))
    return { unusable: `it gives a token of type "${type}", only bearer tokens are supported` };
  const refreshToken = textIn(members, ['refresh_token', 'refreshToken']);
  const isUsable = refreshToken !== null && refreshToken.length <= MAX_REFRESH_TOKEN_CHARACTERS;
  return { token, lifetimeMs: lifetimeOf(members, nowMs), refreshToken: isUsable ? refreshToken : null };
}

const ERROR_MEMBERS = ['error', 'error_type', 'errorCode', 'errcode', 'errors'];

/** True if a response is a refusal, which some servers send with status 200. */
export const isRefusal = (answer: Members): boolean => ERROR_MEMBERS.some((name) => Boolean(answer[name]));

/** Returns the reason of a refusal (RFC 6749, 5.2, and the members that published servers use instead). */
export function refusalIn(answer: Members): TokenRefusal {
  const inner = [answer.error, Array.isArray(answer.errors) ? answer.errors[0] : null].find(isRecord);
  const places = inner === undefined ? [answer] : [inner, answer];
  const first = (names: readonly string[]) =>
    places.map((place) => textIn(place, names)).find((text) => text !== null) ?? null;
  const code = first([...ERROR_MEMBERS, 'type', 'code', 'status']);
  const words = first(['error_description', 'error_message', 'errorMessage', 'message', 'errmsg', 'msg']);
  return { code, words };
}

const MAX_SAID = 50;
const MAX_SAID_DEPTH = 4;

/** Returns what a refusal says in any member, as `name text`; at most 50 texts, at most four levels deep. */
export function saidIn(answer: Members): string[] {
  const said: string[] = [];
  const read = (name: string, value: unknown, depth: number): void => {
    if (said.length >= MAX_SAID) return;
    if (typeof value === 'string' || typeof value === 'number') said.push(`${name} ${value}`);
    else if (typeof value === 'object' && value !== null && depth < MAX_SAID_DEPTH)
      for (const [key, inner] of Object.entries(value))
        read(Array.isArray(value) ? name : key, inner, depth + 1);
  };
  read('', answer, 0);
  return said;
}

/**
 * Reads seconds, as a number or as text. `expires_in_sec` goes first: servers that have it (Zoho's) give
 * `expires_in` in milliseconds. A point in time (Strava, Microsoft's older servers) counts from now.
 */
function lifetimeOf(members: Members, nowMs: number): number | null {
  for (const name of ['expires_in_sec', 'expires_in', 'expiresIn', 'expires', 'expires_at', 'expires_on']) {
    const lifetimeMs = lifetimeIn(members[name], nowMs);
    // Mailchimp's 0 means that it doesn't expire.
    if (lifetimeMs !== null && lifetimeMs > 0) return Math.min(lifetimeMs, MAX_LIFETIME_MS);
  }
  return null;
}

function lifetimeIn(value: unknown, nowMs: number): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const number = Number(value);
  if (Number.isNaN(number)) {
    const moment = /^\d{4}-\d\d-\d\dT/.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
    return Number.isNaN(moment) ? null : moment - nowMs;
  }
  if (number >= SMALLEST_MOMENT_MS) return number - nowMs;
  return number >= SMALLEST_MOMENT_S ? number * SECOND_MS - nowMs : number * SECOND_MS;
}

function textIn(members: Members, names: readonly string[]): string | null {
  for (const name of names) {
    const value = members[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number' && value !== 0) return String(value);
  }
  return null;
}

const wrapped = (value: unknown): Members[] =>
  (Array.isArray(value) ? value.slice(0, 1) : [value]).filter(isRecord);

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

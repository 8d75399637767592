import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decode, encode } from 'next-auth/jwt';
import { env } from '../../platform/env';
import { isId, newId } from '../../platform/ids';
import { processSingleton } from '../../platform/process-singleton';

export const SESSION_MAX_AGE_S = 30 * 24 * 60 * 60;
const MAX_DECRYPTED = 10_000;

/** The person a session's token belongs to. `isLive` in `principals.ts` tells whether it is still valid. */
export interface SessionToken {
  userId: string;
  /** All sessions of a person end when the person's epoch advances. */
  sessionEpoch: number;
  /** Identifies this sign-in, so that it can be ended alone. */
  sessionId: string;
}

export const usesHttps = (): boolean => env().NEXTAUTH_URL.startsWith('https:');

/** Returns next-auth's name of the cookie. */
export function sessionCookieName(): string {
  return `${usesHttps() ? '__Secure-' : ''}next-auth.session-token`;
}

/** @returns null without a cookie, and for one that is forged, expired or not ours */
export async function readSessionToken(cookieHeader: string): Promise<SessionToken | null> {
  const text = cookieValue(cookieHeader, sessionCookieName());
  if (text === null) return null;
  const hash = createHash('sha256').update(text).digest('base64');
  const known = decrypted().get(hash);
  if (known !== undefined && Date.now() < known.expiresAtMs) return known.token;
  try {
    const claims = await decode({ token: text, secret: env().NEXTAUTH_SECRET });
    const token = sessionTokenOf(claims);
    const { exp } = claims ?? {};
    if (token !== null && typeof exp === 'number') decrypted().set(hash, { token, expiresAtMs: exp * 1000 });
    return token;
  } catch {
    return null; // an invalid credential counts as none, whatever the reason
  }
}

/**
 * The contents of valid cookies by their hashes, until they expire: decrypting one takes a thread, which other
 * work may keep busy. Whether the session still lives is asked elsewhere, each time.
 */
const decrypted = (): LRUCache<string, { token: SessionToken; expiresAtMs: number }> =>
  processSingleton('session-tokens', () => new LRUCache({ max: MAX_DECRYPTED }));

export function sessionTokenOf(claims: unknown): SessionToken | null {
  if (typeof claims !== 'object' || claims === null) return null;
  const { userId, sessionEpoch, sessionId } = claims as Record<string, unknown>;
  if (typeof userId !== 'string' || !isId(userId) || typeof sessionEpoch !== 'number') return null;
  if (typeof sessionId !== 'string' || !isId(sessionId)) return null;
  return { userId, sessionEpoch, sessionId };
}

/** Returns the content of a new session's token. */
export const newSession = (person: Omit<SessionToken, 'sessionId'>): SessionToken => ({
  userId: person.userId,
  sessionEpoch: person.sessionEpoch,
  sessionId: newId(),
});

/** Returns a `Set-Cookie` value that signs this browser in, with a new session. */
export async function sessionCookie(
  person: Omit<SessionToken, 'sessionId'>,
  profile: { name: string; email: string },
): Promise<string> {
  const value = await encode({
    token: { ...profile, sub: person.userId, ...newSession(person) },
    secret: env().NEXTAUTH_SECRET,
    maxAge: SESSION_MAX_AGE_S,
  });
  return setCookie(value, SESSION_MAX_AGE_S);
}

/** Returns a `Set-Cookie` value that removes the session's cookie. */
export const clearedSessionCookie = (): string => setCookie('', 0);

function setCookie(value: string, maxAgeS: number): string {
  const parts = [
    `${sessionCookieName()}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${maxAgeS}`,
  ];
  return [...parts, ...(usesHttps() ? ['Secure'] : [])].join('; ');
}

const OWN_COOKIE = /^(__Secure-|__Host-)?next-auth\./;

/** Returns a `Cookie` header without our own cookies; undefined if nothing is left. */
export function withoutOwnCookies(header: string | undefined): string | undefined {
  if (header === undefined || !header.includes('next-auth.')) return header;
  const others = header.split(';').map((part) => part.trim());
  return others.filter((part) => !OWN_COOKIE.test(part)).join('; ') || undefined;
}

function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

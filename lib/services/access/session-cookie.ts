import { decode, encode } from 'next-auth/jwt';
import { env } from '../../platform/env';
import { isId, newId } from '../../platform/ids';

export const SESSION_MAX_AGE_S = 30 * 24 * 60 * 60;

/** Who a session's token speaks for. `isLive` of `principals.ts` says whether it still may. */
export interface SessionToken {
  userId: string;
  /** All sessions of a person end when theirs moves on. */
  sessionEpoch: number;
  /** Names this sign-in, so that it can be ended alone. */
  sessionId: string;
}

export const usesHttps = (): boolean => env().NEXTAUTH_URL.startsWith('https:');

/** next-auth's own name for it. */
export function sessionCookieName(): string {
  return `${usesHttps() ? '__Secure-' : ''}next-auth.session-token`;
}

/** @returns null without a cookie, and for one that is forged, expired or not ours */
export async function readSessionToken(cookieHeader: string): Promise<SessionToken | null> {
  const text = cookieValue(cookieHeader, sessionCookieName());
  if (text === null) return null;
  try {
    return sessionTokenOf(await decode({ token: text, secret: env().NEXTAUTH_SECRET }));
  } catch {
    return null; // whatever is wrong with a credential, it is no credential
  }
}

export function sessionTokenOf(claims: unknown): SessionToken | null {
  if (typeof claims !== 'object' || claims === null) return null;
  const { userId, sessionEpoch, sessionId } = claims as Record<string, unknown>;
  if (typeof userId !== 'string' || !isId(userId) || typeof sessionEpoch !== 'number') return null;
  if (typeof sessionId !== 'string' || !isId(sessionId)) return null;
  return { userId, sessionEpoch, sessionId };
}

/** What a new session's token says. */
export const newSession = (person: Omit<SessionToken, 'sessionId'>): SessionToken => ({
  userId: person.userId,
  sessionEpoch: person.sessionEpoch,
  sessionId: newId(),
});

/** A `Set-Cookie` value that signs this browser in, with a session of its own. */
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

/** A `Set-Cookie` value that takes the session's cookie away. */
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

/** What is left of a `Cookie` header for others to see. Undefined: nothing. */
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

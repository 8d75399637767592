import { decode, encode } from 'next-auth/jwt';
import { env } from '../env';
import { isId } from '../ids';

export const SESSION_MAX_AGE_S = 30 * 24 * 60 * 60;

/** Who a session's token speaks for. It is over once the person's epoch has moved on. */
export interface SessionToken {
  userId: string;
  sessionEpoch: number;
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
  const { userId, sessionEpoch } = claims as Record<string, unknown>;
  if (typeof userId !== 'string' || !isId(userId) || typeof sessionEpoch !== 'number') return null;
  return { userId, sessionEpoch };
}

/** A `Set-Cookie` value that signs this browser in. */
export async function sessionCookie(token: SessionToken, profile: { name: string; email: string }) {
  const value = await encode({
    token: { ...profile, sub: token.userId, ...token },
    secret: env().NEXTAUTH_SECRET,
    maxAge: SESSION_MAX_AGE_S,
  });
  const parts = [`${sessionCookieName()}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  return [...parts, `Max-Age=${SESSION_MAX_AGE_S}`, ...(usesHttps() ? ['Secure'] : [])].join('; ');
}

function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

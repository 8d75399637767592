import { fromNetwork } from '@/lib/platform/http/client';

/** @returns null if the sign-in succeeded, else the reason in words */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  // Loaded on demand: a session may end on any page, but seldom does.
  const { signIn } = await fromNetwork(import('next-auth/react'));
  const result = await fromNetwork(signIn('credentials', { email, password, redirect: false }));
  if (result?.ok && !result.error) return null;
  return signInErrorWords(result?.error ?? null);
}

const WORDS: Record<string, string> = {
  CredentialsSignin: 'Wrong e-mail or password.',
  OAuthAccountNotLinked:
    'An account with this e-mail exists and signs in another way. Sign in with your password.',
  AccessDenied: 'That account may not sign in here. Ask an admin for an invitation.',
  rate_limited: 'Too many attempts. Wait a minute, then try again.',
  unavailable: 'Signing in is not possible at the moment. Try again in a few seconds.',
  SessionRequired: 'Sign in to continue.',
};

/** Returns words for an error code of next-auth. Unknown codes are not shown: anyone can put one in a URL. */
export function signInErrorWords(code: string | null): string | null {
  if (code === null) return null;
  return Object.hasOwn(WORDS, code) ? WORDS[code]! : 'Couldn’t sign in. Try again.';
}

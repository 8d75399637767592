/** @returns null when signed in, else why not, in words. */
export async function signInWithPassword(email: string, password: string): Promise<string | null> {
  // Loaded when it is needed: a session may end over any page, but seldom does.
  const { signIn } = await import('next-auth/react');
  const result = await signIn('credentials', { email, password, redirect: false });
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

/** Words for an error code of next-auth's. An unknown one is not shown: anybody can write an address. */
export function signInErrorWords(code: string | null): string | null {
  if (code === null) return null;
  return Object.hasOwn(WORDS, code) ? WORDS[code]! : 'Couldn’t sign in. Try again.';
}

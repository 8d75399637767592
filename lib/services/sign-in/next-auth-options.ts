import { HttpsProxyAgent } from 'https-proxy-agent';
import type { AuthOptions, User } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import GitHubProvider from 'next-auth/providers/github';
import GoogleProvider from 'next-auth/providers/google';
import { operatorProxy } from '../../platform/addresses/operator-proxy';
import { env } from '../../platform/env';
import { isAppError } from '../../platform/errors';
import { logger } from '../../platform/logging/logger';
import { databaseFault } from '../../platform/postgres/database-faults';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { isLive, principals, type UserPrincipal } from '../access/principals';
import { newSession, SESSION_MAX_AGE_S, sessionTokenOf, usesHttps } from '../access/session-cookie';
import { safePathOf } from '../accounts/safe-path';
import { endSession } from '../accounts/sessions';
import { signIn } from '../accounts/sign-in';
import { configuredProviders } from '../accounts/sign-in-providers';
import { UNAVAILABLE } from './next-auth-outage';
import { signInWithOAuth } from './oauth-sign-in';
import { verifiedGitHubEmail } from './verified-github-email';

declare module 'next-auth' {
  interface User {
    sessionEpoch?: number;
    /** Set by our providers only if the e-mail is proven to be the person's. */
    verifiedEmail?: string | null;
  }
}

const log = logger('next-auth');

/**
 * The part of next-auth: routes of the sign-in pages and the session cookie. Permissions of a session are
 * decided in authenticate.ts.
 */
export function nextAuthOptions(): AuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: 'jwt', maxAge: SESSION_MAX_AGE_S },
    useSecureCookies: usesHttps(),
    logger: { error: logUnlessEnded, warn: (code) => log.warn('next-auth warns', { code }) },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    providers: [passwordProvider(), ...elsewhereProviders()],
    events: {
      async signOut({ token }) {
        const session = sessionTokenOf(token);
        if (session !== null) await endSession(session);
      },
    },
    callbacks: {
      async signIn({ user, account }) {
        if (account?.type !== 'oauth') return true;
        const person = await signInWithOAuth({
          provider: account.provider as 'github' | 'google',
          providerAccountId: account.providerAccountId,
          name: (user.name ?? user.email ?? 'New member').slice(0, 80),
          verifiedEmail: user.verifiedEmail?.toLowerCase() ?? null,
        });
        // `jwt` below receives this object: our person, not the provider's.
        if (person !== null) Object.assign(user, person);
        return person !== null;
      },
      async jwt({ token, user }) {
        if (user !== undefined)
          return { ...token, ...newSession({ userId: user.id, sessionEpoch: user.sessionEpoch ?? 0 }) };
        const known = sessionTokenOf(token);
        const person = known === null ? null : await personUnlessAway(known.userId);
        // Access is checked at each call; an outage must not end the session.
        if (person === 'unknown') return token;
        // next-auth then responds without a session and clears the cookie.
        if (known === null || !isLive(known, person)) throw new Error('The session has ended.');
        return token;
      },
      // A link may request any redirect after signing in or out.
      redirect: ({ url, baseUrl }) => baseUrl + safePathOf(url, baseUrl),
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.userId } }),
    },
  };
}

async function personUnlessAway(userId: string): Promise<UserPrincipal | null | 'unknown'> {
  try {
    return await principals().users.get(userId);
  } catch (error) {
    if (databaseFault(error) === null) throw error;
    reportDatabaseFault('look at a session', error);
    return 'unknown';
  }
}

/**
 * An ended session is no fault, but next-auth reports it as one, with a stack. The metadata of other errors
 * holds the request and the provider's response, which may be untrusted: only the error's class and stack
 * are logged.
 */
function logUnlessEnded(code: string, metadata: unknown): void {
  if (code === 'JWT_SESSION_ERROR') return;
  const error = metadata instanceof Error ? metadata : (metadata as { error?: unknown } | null)?.error;
  log.error('next-auth reports an error', { code, error });
}

function passwordProvider() {
  return CredentialsProvider({
    name: 'E-mail and password',
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    async authorize(credentials, request): Promise<User | null> {
      const { email = '', password = '' } = credentials ?? {};
      const forwarded: unknown = request.headers?.['x-forwarded-for'];
      try {
        return await signIn({ email, password, address: String(forwarded ?? '') });
      } catch (error) {
        // The sign-in page gets this code as `error`.
        if (isAppError(error)) throw new Error(error.code);
        if (databaseFault(error) === null) throw error;
        reportDatabaseFault('sign somebody in', error);
        throw new Error(UNAVAILABLE);
      }
    },
  });
}

function elsewhereProviders() {
  const { GITHUB_CLIENT_ID, GITHUB_CLIENT_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env();
  return configuredProviders().map((provider) =>
    provider === 'github'
      ? GitHubProvider({
          clientId: GITHUB_CLIENT_ID ?? '',
          clientSecret: GITHUB_CLIENT_SECRET ?? '',
          httpOptions: throughProxyTo('github.com'),
          async profile({ id, name, login }, { access_token }) {
            const verifiedEmail = await verifiedGitHubEmail(access_token ?? '');
            return { id: String(id), name: name ?? login, email: verifiedEmail, verifiedEmail };
          },
        })
      : GoogleProvider({
          clientId: GOOGLE_CLIENT_ID ?? '',
          clientSecret: GOOGLE_CLIENT_SECRET ?? '',
          httpOptions: throughProxyTo('oauth2.googleapis.com'),
          profile({ sub, name, email, email_verified }) {
            return { id: sub, name, email, verifiedEmail: email_verified ? email : null };
          },
        }),
  );
}

function throughProxyTo(host: string) {
  const proxy = operatorProxy('https:', host, 443);
  return proxy === null ? {} : { agent: new HttpsProxyAgent(proxy) };
}

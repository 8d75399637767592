import NextAuth from 'next-auth';
import { nextAuthOptions } from '@/lib/services/sign-in/next-auth-options';
import { unavailableInstead } from '@/lib/services/sign-in/next-auth-outage';

type Context = { params: Promise<{ nextauth: string[] }> };

/** Builds the handler for each request, so that the environment is read at run time, not by the build. */
async function answer(request: Request, context: Context): Promise<Response> {
  return unavailableInstead(await NextAuth(nextAuthOptions())(request, context));
}

export { answer as GET, answer as POST };

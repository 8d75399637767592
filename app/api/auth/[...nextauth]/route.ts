import NextAuth from 'next-auth';
import { nextAuthOptions } from '@/lib/services/sign-in/next-auth-options';
import { unavailableInstead } from '@/lib/services/sign-in/next-auth-outage';

type Context = { params: Promise<{ nextauth: string[] }> };

/** Made a request at a time: the environment is read when there is one, not while building. */
async function answer(request: Request, context: Context): Promise<Response> {
  return unavailableInstead(await NextAuth(nextAuthOptions())(request, context));
}

export { answer as GET, answer as POST };

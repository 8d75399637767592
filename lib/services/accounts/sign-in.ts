import { prisma } from '../../platform/postgres/db';
import { verifyPassword } from './password';
import { Email } from './schema';
import { requireAttempt } from './sign-in-attempts';

export interface SignedIn {
  id: string;
  email: string;
  name: string;
  sessionEpoch: number;
}

export interface SignIn {
  email: string;
  password: string;
  /** Address of the peer, for rate limits. */
  address: string;
}

/**
 * Checks the credentials. @returns null for an unknown e-mail and a wrong password, which take the same
 * time
 * @throws AppError rate_limited
 */
export async function signIn({ email: typed, password, address }: SignIn): Promise<SignedIn | null> {
  const email = Email.safeParse(typed).data;
  if (email === undefined) return null;
  const attempt = await requireAttempt(email, address);
  const user = await prisma().user.findUnique({ where: { email } });
  if (!(await verifyPassword(password, user?.passwordHash ?? null)) || user === null) return null;
  await attempt.succeeded();
  const { id, name, sessionEpoch } = user;
  return { id, email, name, sessionEpoch };
}

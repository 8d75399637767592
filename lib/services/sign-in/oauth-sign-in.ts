import { prisma } from '../../platform/postgres/db';
import { changeAccess } from '../access/change-access';
import { insertUser } from '../accounts/insert-user';
import { planInBrowser } from '../accounts/plan-of-new-account';
import { proveEmail } from '../accounts/prove-email';
import type { SignInProvider } from '../accounts/schema';
import type { SignedIn } from '../accounts/sign-in';
import { join } from '../workspaces/accept-invitation';
import { openInvitation } from '../workspaces/invitation-row';

export interface OAuthIdentity {
  provider: SignInProvider;
  providerAccountId: string;
  name: string;
  /** Lowercase; null unless the provider has verified it. */
  verifiedEmail: string | null;
}

/**
 * Returns the account of a GitHub or Google identity: already linked, or with the same verified e-mail, or
 * invited by it. The first time a provider vouches for the e-mail, everything set up without that proof is
 * deleted (`proveEmail`).
 *
 * @returns null for strangers: nobody signs up uninvited
 */
export async function signInWithOAuth(identity: OAuthIdentity): Promise<SignedIn | null> {
  const { provider, providerAccountId, verifiedEmail } = identity;
  const linked = await prisma().account.findUnique({
    where: { provider_providerAccountId: { provider, providerAccountId } },
    include: { user: true },
  });
  if (linked !== null) return signedIn(linked.user);
  if (verifiedEmail === null) return null;
  const user = await prisma().user.findUnique({ where: { email: verifiedEmail } });
  const userId = user === null ? await createInvited(identity, verifiedEmail) : user.id;
  if (userId === null) return null;
  await proveEmail(userId, { provider, providerAccountId });
  return signedIn(await prisma().user.findUniqueOrThrow({ where: { id: userId } }));
}

/** Creates the account of an invited e-mail, without its link; all its open invitations are accepted. */
async function createInvited({ name }: OAuthIdentity, email: string): Promise<string | null> {
  return changeAccess(async (tx) => {
    const invitations = await tx.invitation.updateManyAndReturn({
      where: { email, ...openInvitation() },
      data: { acceptedAt: new Date() },
    });
    if (invitations.length === 0) return null;
    const userId = await insertUser(tx, {
      email,
      name,
      passwordHash: null,
      plan: planInBrowser(),
      emailProof: 'provider',
    });
    for (const invitation of invitations) await join(tx, invitation, userId);
    return userId;
  });
}

function signedIn({ id, email, name, sessionEpoch }: SignedIn): SignedIn {
  return { id, email, name, sessionEpoch };
}

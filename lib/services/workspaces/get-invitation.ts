import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { linkTokenHash } from '../accounts/link-token';
import { isProven } from '../accounts/verify-email';
import { openInvitation } from './invitation-row';
import type { InvitationPreview } from './schema';

/** Returns a link's invitation. @throws AppError not_found: unknown, used, revoked and expired alike */
export async function getInvitation({ token }: { token: string }): Promise<InvitationPreview> {
  const row = await prisma().invitation.findUnique({
    where: { tokenHash: linkTokenHash(token), ...openInvitation() },
    include: { workspace: { select: { name: true } } },
  });
  if (row === null) throw invitationGone();
  const { email, role, workspace, mailedAt } = row;
  const account = await prisma().user.findUnique({ where: { email }, select: { emailProof: true } });
  const mayClaim = account !== null && mailedAt !== null && !isProven(account.emailProof);
  return { workspaceName: workspace.name, email, role, hasAccount: account !== null, mayClaim };
}

export function invitationGone(): AppError {
  return new AppError(
    'not_found',
    'This invitation is no longer valid. Ask an admin of the workspace for a new link.',
  );
}

import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { invitationTokenHash, openInvitation } from './invitation-row';
import type { InvitationPreview } from './schema';

/** For whoever holds the link. @throws AppError not_found: unknown, used, revoked and expired alike */
export async function getInvitation({ token }: { token: string }): Promise<InvitationPreview> {
  const row = await prisma().invitation.findUnique({
    where: { tokenHash: invitationTokenHash(token), ...openInvitation() },
    include: { workspace: { select: { name: true } } },
  });
  if (row === null) throw invitationGone();
  const { email, role, workspace } = row;
  const accounts = await prisma().user.count({ where: { email } });
  return { workspaceName: workspace.name, email, role, hasAccount: accounts > 0 };
}

export function invitationGone(): AppError {
  return new AppError(
    'not_found',
    'This invitation is no longer valid. Ask an admin of the workspace for a new link.',
  );
}

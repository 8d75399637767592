import { canSendEmail } from '../../platform/email/send-email';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { installationOwner } from '../limits/installation-owner';
import type { Me } from './schema';

export async function getMe(actor: Actor): Promise<Me> {
  const user = await prisma().user.findUnique({
    where: { id: actor.userId },
    include: { memberships: { include: { workspace: true }, orderBy: { workspace: { name: 'asc' } } } },
  });
  if (user === null) throw new AppError('unauthenticated', 'Sign in first.');
  const { id, email, emailProof, name, passwordHash, memberships } = user;
  const workspaces = memberships.map(({ workspace, role }) => {
    return { id: workspace.id, name: workspace.name, role };
  });
  const owner = await installationOwner(prisma());
  return {
    id,
    email,
    name,
    workspaces,
    emailVerified: emailProof !== 'none',
    canSendEmail: canSendEmail(),
    hasPassword: passwordHash !== null,
    ownsInstallation: owner.userId === id,
  };
}

import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';

export async function revokeInvitation(
  actor: Actor,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  requireRole(actor, workspaceId, 'admin');
  await prisma().$transaction(async (tx) => {
    const where = { id, workspaceId, acceptedAt: null };
    const { count } = isId(id) ? await tx.invitation.deleteMany({ where }) : { count: 0 };
    if (count === 0) throw new AppError('not_found', 'Invitation not found.');
    await recordAudit(tx, actor, { workspaceId, action: 'invitation.revoked', target: id });
  });
}

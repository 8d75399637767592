import { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { getWorkspacePlan } from './get-workspace-plan';
import { installationOwner } from './installation-owner';
import type { PlanChoice } from './schema';

/**
 * Sets the plan of the workspace's owner, for all their workspaces. @throws AppError forbidden unless the
 * actor owns the installation
 */
export async function setWorkspacePlan(
  actor: Actor,
  { workspaceId, ...choice }: PlanChoice & { workspaceId: string },
) {
  requireRole(actor, workspaceId, 'reader');
  await prisma().$transaction(async (tx) => {
    const first = await installationOwner(tx);
    if (first.userId !== actor.userId)
      throw new AppError(
        'forbidden',
        `Plans are changed by ${first.name}, whose account is this installation’s first.`,
      );
    const { ownerId } = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } });
    await changePlan(tx, ownerId, choice, { workspaceId, userId: actor.userId });
  });
  return getWorkspacePlan(actor, { workspaceId });
}

/** Sets a plan for the operator at the command line. @throws AppError not_found */
export async function setPlan({ email, ...choice }: PlanChoice & { email: string }): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email } });
    if (user === null) throw new AppError('not_found', `There is no account with the e-mail ${email}.`);
    await changePlan(tx, user.id, choice, { workspaceId: null, userId: user.id, by: 'command line' });
  });
}

/**
 * Changes the plan. Every count reads it, so it applies to the next call in every process; the windows
 * restart.
 */
async function changePlan(
  tx: Prisma.TransactionClient,
  holderId: string,
  { plan, customLimits }: PlanChoice,
  { workspaceId, userId, ...more }: { workspaceId: string | null; userId: string; by?: string },
): Promise<void> {
  const before = await tx.user.findUniqueOrThrow({ where: { id: holderId } });
  await tx.user.update({
    where: { id: holderId },
    data: { plan, customLimits: customLimits ?? Prisma.DbNull },
  });
  await tx.$executeRaw`DELETE FROM runtime.rate_window WHERE user_id = ${holderId}::uuid`;
  const detail: Record<string, string> = { from: before.plan, to: plan, ...more };
  if (customLimits !== null) detail.customLimits = JSON.stringify(customLimits);
  await recordAudit(tx, { userId }, { workspaceId, action: 'plan.set', target: holderId, detail });
}

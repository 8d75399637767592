import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../platform/errors';
import { prisma } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import { PLAN_LIMITS } from '../limits/plans';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import type { NewRetention, Retention } from './schema';

/** @throws AppError forbidden */
export async function getRetention(
  actor: Actor,
  { workspaceId }: { workspaceId: string },
): Promise<{ data: Retention }> {
  requireRole(actor, workspaceId, 'reader');
  return { data: await readRetention(prisma(), workspaceId) };
}

/**
 * Sets how long logs and payloads are kept; older ones are deleted by the next round of the job.
 * @throws AppError forbidden; invalid_request for more days than the plan keeps
 */
export const setRetention = defineVerb({
  role: 'admin',
  quota: { none: 'It adds none.' },
  audit: 'workspace.retention_set',
  transaction: plainTransaction,
  async run(
    _: Actor,
    { workspaceId, ...days }: { workspaceId: string } & NewRetention,
    change,
  ): Promise<{ data: Retention }> {
    const data = await change({ workspaceId }, async (tx) => {
      const before = await readRetention(tx, workspaceId);
      requireWithinPlan(days, before);
      const { logDays, payloadDays } = days;
      const set = { keepLogDays: logDays, keepPayloadDays: payloadDays };
      await tx.workspace.update({ where: { id: workspaceId }, data: set });
      const former = { formerLogDays: before.logDays, formerPayloadDays: before.payloadDays };
      const detail = { logDays, payloadDays, ...former };
      return { result: await readRetention(tx, workspaceId), audit: { target: workspaceId, detail } };
    });
    return { data };
  },
});

async function readRetention(
  tx: Pick<Prisma.TransactionClient, 'workspace'>,
  workspaceId: string,
): Promise<Retention> {
  const { keepLogDays, keepPayloadDays, owner } = await tx.workspace.findUniqueOrThrow({
    where: { id: workspaceId },
    select: { keepLogDays: true, keepPayloadDays: true, owner: { select: { plan: true } } },
  });
  const planDays = PLAN_LIMITS[owner.plan].logRetentionDays;
  const logs = Math.min(keepLogDays ?? planDays, planDays);
  const payloads = Math.min(keepPayloadDays ?? logs, logs);
  return { logDays: keepLogDays, payloadDays: keepPayloadDays, planDays, keptDays: { logs, payloads } };
}

/** @throws AppError invalid_request */
function requireWithinPlan(days: NewRetention, { planDays }: Retention): void {
  const issues = (['logDays', 'payloadDays'] as const).flatMap((param) => {
    const given = days[param];
    if (given === null || given <= planDays) return [];
    return [{ param, code: 'param_invalid' as const, message: `The plan keeps logs for ${planDays} days.` }];
  });
  if (issues[0] !== undefined) throw new AppError('invalid_request', issues[0].message, { issues });
}

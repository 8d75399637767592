import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { admitExecution } from '../limits/admit-execution';
import { requireUsageLeft } from '../limits/require-usage-left';
import { requireDatabase } from '../runs/database-away';
import { runRecorder } from '../runs/run-recorder';
import { findWorkflow } from '../workflows/find-workflow';
import { executionOf } from './fire-schedules';
import { readSchedule } from './stored-schedule';

/**
 * Queues a run of the live version that begins at this schedule.
 *
 * @throws AppError not_found, forbidden, rate_limited, usage_exceeded, unavailable
 */
export async function runSchedule(
  actor: Actor,
  { id, blockId }: { id: string; blockId: string },
): Promise<{ executionId: string }> {
  requireDatabase();
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  const schedule = await readSchedule(id, blockId);
  if (actor.kind === 'apiKey') await admitExecution(schedule.owner_id, 'async');
  else await requireUsageLeft(workspaceId);
  const row = executionOf(schedule, null, Date.now());
  await runRecorder().accept(row);
  const { executionId } = row;
  const detail = { blockId, executionId };
  await recordAudit(prisma(), actor, { workspaceId, action: 'schedule.run_by_hand', target: id, detail });
  return { executionId };
}

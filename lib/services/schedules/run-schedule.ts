import { prisma } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { requireDatabase } from '../runs/recording/database-down';
import { workflowToRun } from '../runs/starting/admit';
import { startRun } from '../runs/starting/start-run';
import { findWorkflow } from '../workflows/find-workflow';
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
  const workflow = await workflowToRun(actor, { workflowId: id, version: schedule.version });
  const started = await startRun({
    workflow,
    trigger: 'schedule',
    entryBlock: blockId,
    input: {},
    mode: 'async',
    caller: actor,
  });
  const { executionId } = started.row;
  const detail = { blockId, executionId };
  await recordAudit(prisma(), actor, { workspaceId, action: 'schedule.run_by_hand', target: id, detail });
  return { executionId };
}

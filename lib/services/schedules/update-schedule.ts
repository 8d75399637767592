import { nextTimes } from '../../core/schedule/next-times';
import { ScheduleSettings } from '../../core/schedule/schedule';
import { prisma } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { recordAudit } from '../audit/record-audit';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowSchedule } from './schema';
import { readSchedule, schedulesOf } from './stored-schedule';

export interface UpdateSchedule {
  id: string;
  blockId: string;
  paused: boolean;
}

/** Times that pass while it is paused are not made up for. @throws AppError not_found, forbidden */
export async function updateSchedule(
  actor: Actor,
  { id, blockId, paused }: UpdateSchedule,
): Promise<{ data: WorkflowSchedule }> {
  const { workspaceId } = await findWorkflow(actor, id, 'writer');
  const before = await readSchedule(id, blockId);
  const [nextMs = null] = nextTimes(ScheduleSettings.parse(before.settings), before.now.getTime(), 1);
  await prisma().$transaction(async (tx) => {
    const changed = await tx.$executeRaw`
      UPDATE runtime.schedule SET paused = ${paused}::boolean, waiting = '[]',
        next_fire_at = to_timestamp(${nextMs}::float8 / 1000),
        look_at = CASE WHEN ${paused}::boolean THEN NULL ELSE to_timestamp(${nextMs}::float8 / 1000) END
      WHERE workflow_id = ${id}::uuid AND block_id = ${blockId} AND paused <> ${paused}::boolean`;
    if (changed === 0) return;
    const action = paused ? 'schedule.paused' : 'schedule.resumed';
    await recordAudit(tx, actor, { workspaceId, action, target: id, detail: { blockId } });
  });
  await notify('schedules', '');
  const [schedule] = await schedulesOf([await readSchedule(id, blockId)]);
  return { data: schedule! };
}

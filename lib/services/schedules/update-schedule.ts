import { nextTimes } from '../../core/schedule/next-times';
import { ScheduleSettings } from '../../core/schedule/schedule';
import { notify } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { defineVerb, plainTransaction } from '../verbs/define-verb';
import { findWorkflow } from '../workflows/find-workflow';
import type { WorkflowSchedule } from './schema';
import { noLiveSchedule, readSchedule, schedulesOf } from './stored-schedule';

export interface UpdateSchedule {
  id: string;
  blockId: string;
  paused: boolean;
}

/** Pauses or resumes; times missed while paused are not made up for. @throws AppError not_found, forbidden */
export const updateSchedule = defineVerb({
  role: 'writer',
  quota: { none: 'It adds none.' },
  audit: { actions: ['schedule.paused', 'schedule.resumed'], unless: 'it was so already' },
  transaction: plainTransaction,
  async run(
    actor: Actor,
    { id, blockId, paused }: UpdateSchedule,
    change,
  ): Promise<{ data: WorkflowSchedule }> {
    const { workspaceId } = await findWorkflow(actor, id, 'writer');
    const before = await readSchedule(id, blockId);
    const [nextMs = null] = nextTimes(ScheduleSettings.parse(before.settings), before.now.getTime(), 1);
    await change({ workspaceId }, async (tx) => {
      // Waits for whoever unpublishes the workflow, whose schedules have no times from then on.
      const live = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM workflow WHERE id = ${id}::uuid AND live_version IS NOT NULL FOR SHARE`;
      if (live.length === 0) throw noLiveSchedule();
      const changed = await tx.$executeRaw`
        UPDATE runtime.schedule SET paused = ${paused}::boolean, waiting = '[]',
          next_fire_at = to_timestamp(${nextMs}::float8 / 1000),
          look_at = CASE WHEN ${paused}::boolean THEN NULL ELSE to_timestamp(${nextMs}::float8 / 1000) END
        WHERE workflow_id = ${id}::uuid AND block_id = ${blockId} AND paused <> ${paused}::boolean`;
      const action = paused ? 'schedule.paused' : 'schedule.resumed';
      return { result: undefined, audit: changed === 0 ? null : { action, target: id, detail: { blockId } } };
    });
    await notify('schedules', '');
    const [schedule] = await schedulesOf([await readSchedule(id, blockId)]);
    return { data: schedule! };
  },
});

import { isBlockOf } from '../../core/blocks/capabilities';
import { blockDefinitions } from '../../core/blocks/registry/definitions';
import { SCHEDULE_TRIGGER } from '../../core/blocks/schedule-trigger/trigger';
import { nextTimes } from '../../core/schedule/next-times';
import { ScheduleSettings } from '../../core/schedule/schedule';
import type { WorkflowDocument } from '../../core/workflow/schema';
import type { Prisma } from '../../generated/prisma/client';
import type { LiveVersion } from '../triggers/trigger-service';

/**
 * Makes a version's schedules the ones that fire, in the transaction that makes it live. A schedule with
 * unchanged settings continues as it was, unless it had been withdrawn; a paused one stays paused.
 */
export async function placeSchedules(tx: Prisma.TransactionClient, live: LiveVersion): Promise<void> {
  const { workflowId, workspaceId, version } = live;
  const blocks = scheduleBlocks(live.document);
  await tx.$executeRaw`
    DELETE FROM runtime.schedule
    WHERE workflow_id = ${workflowId}::uuid AND block_id <> ALL(${blocks.map(({ id }) => id)}::text[])`;
  const [clock] = await tx.$queryRaw<[{ now: Date }]>`SELECT clock_timestamp() AS now`;
  for (const { id, settings } of blocks) {
    const [nextMs = null] = nextTimes(settings, clock.now.getTime(), 1);
    await tx.$executeRaw`
      INSERT INTO runtime.schedule AS s
        (workflow_id, block_id, workspace_id, version, snapshot_hash, settings, next_fire_at, look_at)
      VALUES (${workflowId}::uuid, ${id}, ${workspaceId}::uuid, ${version}::integer,
        decode(${live.snapshotHash}, 'hex'),
        ${JSON.stringify(settings)}::jsonb,
        to_timestamp(${nextMs}::float8 / 1000), to_timestamp(${nextMs}::float8 / 1000))
      ON CONFLICT (workflow_id, block_id) DO UPDATE SET
        version = excluded.version, snapshot_hash = excluded.snapshot_hash, settings = excluded.settings,
        next_fire_at = CASE
          WHEN s.settings = excluded.settings AND coalesce(s.next_fire_at, s.look_at) IS NOT NULL
          THEN s.next_fire_at ELSE excluded.next_fire_at END,
        look_at = CASE WHEN s.paused THEN NULL
          WHEN s.settings = excluded.settings AND coalesce(s.next_fire_at, s.look_at) IS NOT NULL
          THEN s.look_at ELSE excluded.look_at END,
        waiting = CASE WHEN s.settings = excluded.settings THEN s.waiting ELSE '[]' END`;
  }
}

/**
 * Ends the times of a workflow's schedules, in the transaction that leaves it without a live version. The
 * rows stay, so that a paused one is still paused once a version is live again; times that pass meanwhile are
 * not made up for.
 */
export async function withdrawSchedules(tx: Prisma.TransactionClient, workflowId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE runtime.schedule SET next_fire_at = NULL, look_at = NULL, waiting = '[]'
    WHERE workflow_id = ${workflowId}::uuid`;
}

function scheduleBlocks({ blocks }: WorkflowDocument): Array<{ id: string; settings: ScheduleSettings }> {
  return Object.values(blocks)
    .filter(({ type, enabled }) => enabled && isBlockOf(blockDefinitions.get(type), SCHEDULE_TRIGGER))
    .map(({ id, config }) => ({ id, settings: ScheduleSettings.parse(config) }));
}

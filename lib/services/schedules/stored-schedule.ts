import { nextTimes } from '../../core/schedule/next-times';
import { ScheduleSettings } from '../../core/schedule/schedule';
import { AppError } from '../../platform/errors';
import { pool } from '../../platform/postgres/db';
import type { FiringOutcome, WorkflowSchedule } from './schema';

const NEXT_TIMES = 10;

const READ = `
SELECT s.workflow_id, s.block_id, s.workspace_id, s.version, encode(s.snapshot_hash, 'hex') AS snapshot_hash,
  s.settings, s.paused, s.next_fire_at, s.waiting, s.outcomes, w.owner_id, clock_timestamp() AS now
FROM runtime.schedule s JOIN workspace w ON w.id = s.workspace_id
JOIN workflow f ON f.id = s.workflow_id AND f.live_version IS NOT NULL
WHERE s.workflow_id = $1 AND ($2::text IS NULL OR s.block_id = $2) ORDER BY s.block_id`;

export interface StoredSchedule {
  workflow_id: string;
  block_id: string;
  workspace_id: string;
  version: number;
  snapshot_hash: string;
  settings: unknown;
  paused: boolean;
  next_fire_at: Date | null;
  waiting: number[];
  outcomes: StoredOutcome[];
  owner_id: string;
  now: Date;
}

interface StoredOutcome extends Pick<FiringOutcome, 'outcome' | 'count'> {
  at: number;
  scheduledMs: number;
  executionId?: string;
  logId?: string;
}

export async function readSchedules(workflowId: string): Promise<StoredSchedule[]> {
  return (await pool().query<StoredSchedule>(READ, [workflowId, null])).rows;
}

/** @throws AppError not_found */
export async function readSchedule(workflowId: string, blockId: string): Promise<StoredSchedule> {
  const { rows } = await pool().query<StoredSchedule>(READ, [workflowId, blockId]);
  if (rows[0] !== undefined) return rows[0];
  throw noLiveSchedule();
}

export const noLiveSchedule = (): AppError =>
  new AppError('not_found', 'The live version has no schedule of that id. Publish the workflow first.');

const FINISHED = `
SELECT l.id FROM runtime.log l
WHERE l.id = ANY($1::uuid[]) AND l.started_at >= to_timestamp($2::float8 / 1000)`;

/** Returns schedules; outcomes have a log only if their run has finished. */
export async function schedulesOf(rows: readonly StoredSchedule[]): Promise<WorkflowSchedule[]> {
  const outcomes = rows.flatMap((row) => row.outcomes);
  const logIds = outcomes.flatMap(({ logId }) => logId ?? []);
  const oldestMs = Math.min(...outcomes.map(({ at }) => at));
  const finished =
    logIds.length === 0 ? [] : (await pool().query<{ id: string }>(FINISHED, [logIds, oldestMs])).rows;
  const hasLog = new Set(finished.map(({ id }) => id));
  return rows.map((row) => scheduleOf(row, hasLog));
}

function scheduleOf(row: StoredSchedule, hasLog: ReadonlySet<string>): WorkflowSchedule {
  const settings = ScheduleSettings.parse(row.settings);
  const nextAt = row.paused ? [] : nextTimes(settings, row.now.getTime(), NEXT_TIMES);
  return {
    blockId: row.block_id,
    version: row.version,
    settings,
    paused: row.paused,
    nextAt: nextAt.map(isoOf),
    waiting: row.waiting.length,
    outcomes: row.outcomes.map(({ at, scheduledMs, outcome, count, executionId = null, logId = null }) => ({
      at: isoOf(at),
      scheduledAt: isoOf(scheduledMs),
      outcome,
      count,
      executionId,
      logId: logId !== null && hasLog.has(logId) ? logId : null,
    })),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

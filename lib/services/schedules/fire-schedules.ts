import type { ClientBase } from 'pg';
import { decideFiring, type FiringDecision } from '../../core/schedule/decide-firing';
import { ScheduleSettings } from '../../core/schedule/schedule';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { writeJson } from '../../platform/text/json-text';
import { systemAudit } from '../audit/system-audit';
import { holderLimits } from '../limits/holder-limits';
import type { Plan } from '../limits/plans';
import type { CustomLimits } from '../limits/schema';
import { insertExecutions } from '../runs/recording/insert-executions';
import { type ExecutionRow, executionRow, type VersionOfRun } from '../runs/shapes/execution-row';

/** Schedules in one transaction: many, because the runs of a group compete with the next group. */
export const GROUP_SIZE = 500;
const MAX_OUTCOMES = 20;

// Locked rows belong to another process; a row that it has advanced is reread and no longer due.
const TAKE_DUE = `
SELECT s.workflow_id, s.block_id, s.workspace_id, s.version, encode(s.snapshot_hash, 'hex') AS snapshot_hash,
  s.settings, s.next_fire_at, s.waiting, s.outcomes, w.owner_id, u.plan, u.custom_limits,
  coalesce(m.cost, 0) AS cost
FROM runtime.schedule s
JOIN workspace w ON w.id = s.workspace_id
JOIN "user" u ON u.id = w.owner_id
LEFT JOIN runtime.usage_month m
       ON m.user_id = u.id AND m.month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
WHERE s.look_at <= now()
ORDER BY s.look_at LIMIT ${GROUP_SIZE} FOR UPDATE OF s SKIP LOCKED`;

// A separate statement, so that it sees the commit of the process that had the row before. A later try that waits
// for its time is no run that goes on: it may wait for days.
const FIND_BUSY = `
SELECT clock_timestamp() AS now, ARRAY(
  SELECT t.at::integer FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS t (workflow_id, block_id, at)
  WHERE EXISTS (SELECT FROM runtime.execution e
    WHERE e.trigger = 'schedule' AND e.workflow_id = t.workflow_id AND e.entry_block = t.block_id
      AND e.state <> ${QUEUE_STATE.sql.delayed})
) AS busy`;

const MOVE_ON = `
UPDATE runtime.schedule s SET waiting = n.waiting, outcomes = n.outcomes,
  next_fire_at = to_timestamp(n.next_ms / 1000), look_at = to_timestamp(n.look_ms / 1000)
FROM jsonb_to_recordset($1::jsonb) AS n (workflow_id uuid, block_id text, next_ms float8, look_ms float8,
  waiting jsonb, outcomes jsonb)
WHERE s.workflow_id = n.workflow_id AND s.block_id = n.block_id`;

const NOTE_ENDED = systemAudit({
  from: 'unnest($1::uuid[], $2::text[], $3::text[]) AS ended (workspace_id, workflow_id, block_id)',
  action: 'schedule.ended',
  target: 'workflow_id',
  detail: "jsonb_build_object('blockId', block_id)",
});

interface DueRow {
  workflow_id: string;
  block_id: string;
  workspace_id: string;
  version: number;
  snapshot_hash: string;
  settings: unknown;
  next_fire_at: Date | null;
  waiting: number[];
  outcomes: object[];
  owner_id: string;
  plan: Plan;
  custom_limits: CustomLimits | null;
  cost: number;
}

/**
 * Takes a group of due schedules and, in one transaction, queues their runs and advances the schedules.
 *
 * @returns the number taken; if it is `GROUP_SIZE` there may be more, and the caller announces the queued
 * runs after the last group
 */
export const fireDueSchedules = (): Promise<number> => inTransaction(pool(), fireGroup);

async function fireGroup(client: ClientBase): Promise<number> {
  const { rows } = await client.query<DueRow>({ name: 'take-due-schedules', text: TAKE_DUE });
  if (rows.length === 0) return 0;
  const { rows: found } = await client.query<{ now: Date; busy: number[] }>({
    name: 'find-busy-schedules',
    text: FIND_BUSY,
    values: [rows.map((row) => row.workflow_id), rows.map((row) => row.block_id)],
  });
  const nowMs = found[0]!.now.getTime();
  const busy = new Set(found[0]!.busy);
  const fired = rows.map((row, index) => fire(row, busy.has(index + 1), nowMs));
  const runs = fired.flatMap((one) => one.runs);
  // Runs that begin while more schedules are due would take the processor from firing them.
  const isLast = rows.length < GROUP_SIZE;
  if (runs.length > 0) await insertExecutions(client, runs, null, isLast);
  const values = [JSON.stringify(fired.map((one) => one.moved))];
  await client.query({ name: 'move-schedules-on', text: MOVE_ON, values });
  const ended = rows.filter(
    (row, index) => row.next_fire_at !== null && fired[index]!.moved.next_ms === null,
  );
  if (ended.length > 0)
    await client.query(NOTE_ENDED, [
      ended.map((row) => row.workspace_id),
      ended.map((row) => row.workflow_id),
      ended.map((row) => row.block_id),
    ]);
  return rows.length;
}

function fire(row: DueRow, isBusy: boolean, nowMs: number) {
  const settings = ScheduleSettings.parse(row.settings);
  const nextFireMs = row.next_fire_at?.getTime() ?? null;
  const decision = decideFiring({ settings, nextFireMs, waiting: row.waiting, isBusy }, nowMs);
  const isRefused = row.cost >= holderLimits(row.plan, row.custom_limits).monthlyUsageUsd;
  const runs = isRefused ? [] : decision.runs.map((run) => executionOf(row, run, nowMs));
  return {
    runs,
    moved: {
      workflow_id: row.workflow_id,
      block_id: row.block_id,
      next_ms: decision.nextFireMs,
      look_ms: decision.lookMs,
      waiting: decision.waiting,
      outcomes: [...newOutcomes(decision, runs, isRefused, nowMs), ...row.outcomes].slice(0, MAX_OUTCOMES),
    },
  };
}

/** Returns the new outcomes as they are stored, newest first. */
function newOutcomes(
  { outcomes }: FiringDecision,
  runs: readonly ExecutionRow[],
  isRefused: boolean,
  nowMs: number,
) {
  const left = [...runs];
  return outcomes
    .map(({ scheduledMs, outcome, count = 1 }) => {
      const run = outcome === 'started' ? left.shift() : undefined;
      return {
        at: nowMs,
        scheduledMs,
        count,
        outcome: outcome === 'started' && isRefused ? 'refused' : outcome,
        ...(run && { executionId: run.executionId, logId: run.logId }),
      };
    })
    .reverse();
}

interface ScheduledRun {
  scheduledMs: number;
  missed: number;
}

function executionOf(row: DueRow, { scheduledMs, missed }: ScheduledRun, nowMs: number): ExecutionRow {
  const scheduledAt = new Date(scheduledMs).toISOString();
  const input = { scheduledAt, firedAt: new Date(nowMs).toISOString(), missed };
  return executionRow(versionOf(row), {
    trigger: 'schedule',
    entryBlock: row.block_id,
    mode: 'async',
    input: writeJson(input),
    acceptedAtMs: nowMs,
  });
}

const versionOf = (row: DueRow): VersionOfRun => ({
  workflowId: row.workflow_id,
  workspaceId: row.workspace_id,
  holderId: row.owner_id,
  snapshotHash: row.snapshot_hash,
  version: row.version,
});

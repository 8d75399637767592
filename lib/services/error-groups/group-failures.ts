import type { ClientBase } from 'pg';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { hasNoLaterTry } from '../runs/recording/later-try';
import { ERROR_HEAD_CHARACTERS, type FailedRow, failedRunOf, MAX_ERROR_BYTES } from './failed-run';
import { groupsOf } from './known-groups';
import { storeEvents } from './store-events';
import { storeGroups } from './store-groups';

/** Logs that a step looks at, and failures that it adds up, so that none takes long or locks much. */
const LOGS_PER_STEP = 5_000;
export const FAILURES_PER_STEP = 200;

const BEHIND = `
SELECT f.workspace_id AS id FROM runtime.workspace_feed f
LEFT JOIN runtime.error_group_progress p USING (workspace_id)
WHERE f.n > coalesce(p.seq, 0) ORDER BY f.n - coalesce(p.seq, 0) LIMIT 100`;

/** Returns workspaces with logs that nobody has looked at yet, those with the fewest first. */
export async function workspacesToGroup(): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({ name: 'error-groups-behind', text: BEHIND });
  return rows.map(({ id }) => id);
}

const BEGIN = `INSERT INTO runtime.error_group_progress (workspace_id)
SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = $1 ON CONFLICT DO NOTHING`;

const LOCK = `
SELECT p.seq, p.events, f.n AS feed, (extract(epoch FROM p.retained_from) * 1000)::float8 AS "retainedMs"
FROM runtime.error_group_progress p JOIN runtime.workspace_feed f USING (workspace_id)
WHERE p.workspace_id = $1 FOR UPDATE OF p SKIP LOCKED`;

// Materialized, so that the rows are found by their numbers: by their level, a step would read all failures.
// Only the payloads of a step's failures are read, however many of the logs failed. A called run's failure is
// its caller's to handle, who runs a draft by hand sees what happens, and of a run that is tried again the last
// try counts.
const READ = `
WITH fresh AS MATERIALIZED (
  SELECT seq, id, workflow_id, workflow_version, tags, started_at, ended_at, level, trigger FROM runtime.log
  WHERE workspace_id = $1::uuid AND seq > $2::bigint AND seq <= $3::bigint
), failed AS MATERIALIZED (
  SELECT * FROM fresh
  WHERE level = 'error' AND started_at >= to_timestamp($4::float8 / 1000)
    AND NOT (trigger = 'manual' AND workflow_version IS NULL) AND ${hasNoLaterTry('fresh.id')}
  ORDER BY seq LIMIT ${FAILURES_PER_STEP}
)
SELECT l.seq, l.id, l.workflow_id, l.workflow_version AS version, l.tags,
  (extract(epoch FROM l.started_at) * 1000)::float8 AS started_ms,
  (extract(epoch FROM l.ended_at) * 1000)::float8 AS ended_ms,
  CASE WHEN octet_length(p.error) <= ${MAX_ERROR_BYTES} THEN p.error
    ELSE left(p.error, ${ERROR_HEAD_CHARACTERS}) END AS error,
  coalesce(octet_length(p.error) > ${MAX_ERROR_BYTES}, false) AS is_large,
  w.id IS NOT NULL AND p.log_id IS NOT NULL AND p.parent_execution_id IS NULL AS is_counted
FROM failed l
LEFT JOIN runtime.log_payload p ON p.log_id = l.id AND p.started_at = l.started_at
LEFT JOIN workflow w ON w.id = l.workflow_id AND w.deleted_at IS NULL
ORDER BY l.seq`;

const ADVANCE = `
UPDATE runtime.error_group_progress SET seq = $2::bigint, events = $3::bigint WHERE workspace_id = $1::uuid`;

interface Progress {
  /** Logs up to this number of the feed were looked at. */
  seq: number;
  /** Number of the last event about its groups. */
  events: number;
  /** Number of the workspace's last log. */
  feed: number;
  /** Milliseconds since 1970; runs that started earlier are in no group. */
  retainedMs: number;
}

/**
 * Adds the failures among a workspace's next logs to their groups and advances its progress, in one
 * transaction: a process that dies leaves neither. Feed numbers become visible in order, so none below the
 * counter is still missing. Two processes never work on one workspace at the same time.
 * @returns true if there is more to do
 */
export async function groupFailures(workspaceId: string): Promise<boolean> {
  await pool().query({ name: 'error-groups-begin', text: BEGIN, values: [workspaceId] });
  return inTransaction(pool(), async (client) => {
    const { rows } = await client.query<Progress>({
      name: 'error-groups-lock',
      text: LOCK,
      values: [workspaceId],
    });
    const [progress] = rows;
    if (progress === undefined || progress.seq >= progress.feed) return false;
    return step(client, workspaceId, progress);
  });
}

async function step(
  client: ClientBase,
  workspaceId: string,
  { seq, events, feed, retainedMs }: Progress,
): Promise<boolean> {
  const end = Math.min(feed, seq + LOGS_PER_STEP);
  const { rows } = await client.query<FailedRow>({
    name: 'error-groups-read',
    text: READ,
    values: [workspaceId, seq, end, retainedMs],
  });
  const upTo = rows.length === FAILURES_PER_STEP ? rows.at(-1)!.seq : end;
  const counted = rows.filter((row) => row.is_counted);
  const lastEvent = counted.length === 0 ? events : await addFailures(client, workspaceId, counted, events);
  await client.query({ name: 'error-groups-advance', text: ADVANCE, values: [workspaceId, upTo, lastEvent] });
  return upTo < feed;
}

/** @returns the number of the last event about the workspace's groups */
async function addFailures(
  client: ClientBase,
  workspaceId: string,
  rows: readonly FailedRow[],
  events: number,
): Promise<number> {
  const groups = await groupsOf(client, workspaceId, rows.map(failedRunOf));
  const news = await storeGroups(client, workspaceId, groups);
  return storeEvents(client, workspaceId, { news, after: events });
}

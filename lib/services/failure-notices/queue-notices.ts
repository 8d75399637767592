import type { ClientBase } from 'pg';
import { env } from '../../platform/env';
import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { insertExecutions } from '../runs/recording/insert-executions';
import { type ExecutionRow, executionRow } from '../runs/shapes/execution-row';
import { MAX_NOTICES_A_MINUTE } from './schema';

const GROUP_SIZE = 200;

// Locked rows belong to another process. Rows are deleted and queued in one transaction, so each is queued
// once.
const TAKE = `
DELETE FROM runtime.failure_notice n USING (
  SELECT log_id FROM runtime.failure_notice ORDER BY ended_at, log_id LIMIT ${GROUP_SIZE}
  FOR UPDATE SKIP LOCKED
) taken WHERE n.log_id = taken.log_id
RETURNING n.*`;

const READ_ABOUT = `
SELECT n.log_id, w.name, p.error, s.owner_id, t.live_version, encode(v.snapshot_hash, 'hex') AS snapshot_hash
FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[])
  AS n (log_id, started_at, workflow_id, target_id)
JOIN workflow w ON w.id = n.workflow_id
JOIN workspace s ON s.id = w.workspace_id
JOIN workflow t ON t.id = n.target_id AND t.workspace_id = w.workspace_id AND t.deleted_at IS NULL
JOIN workflow_version v ON v.workflow_id = t.id AND v.number = t.live_version
LEFT JOIN runtime.log_payload p ON p.log_id = n.log_id AND p.started_at = n.started_at`;

// Sorted by id, so that two processes can't deadlock.
const LOCK_WINDOWS = `
INSERT INTO runtime.failure_notice_window AS n (workflow_id)
SELECT DISTINCT id FROM unnest($1::uuid[]) AS id ORDER BY id
ON CONFLICT (workflow_id) DO UPDATE SET
  sent = CASE WHEN n.started_at < now() - interval '1 minute' THEN 0 ELSE n.sent END,
  started_at = CASE WHEN n.started_at < now() - interval '1 minute' THEN now() ELSE n.started_at END
RETURNING workflow_id, sent, suppressed`;

const KEEP_WINDOWS = `
UPDATE runtime.failure_notice_window n SET sent = k.sent, suppressed = k.suppressed
FROM unnest($1::uuid[], $2::integer[], $3::integer[]) AS k (workflow_id, sent, suppressed)
WHERE n.workflow_id = k.workflow_id`;

interface Failure {
  log_id: string;
  started_at: Date;
  ended_at: Date;
  execution_id: string;
  workspace_id: string;
  workflow_id: string;
  target_id: string;
  trigger: ExecutionRow['trigger'];
  version: number | null;
}

interface About {
  log_id: string;
  name: string;
  error: string | null;
  owner_id: string;
  live_version: number;
  snapshot_hash: string;
}

interface Window {
  workflow_id: string;
  sent: number;
  suppressed: number;
}

/** Queues the workflows that run for failures. Notices whose workflow no longer exists are dropped. */
export async function queueFailureNotices(signal: AbortSignal): Promise<void> {
  let taken = GROUP_SIZE;
  while (taken === GROUP_SIZE && !signal.aborted) taken = await inTransaction(pool(), queueGroup);
}

async function queueGroup(client: ClientBase): Promise<number> {
  const { rows: taken } = await client.query<Failure>({ name: 'take-failures', text: TAKE });
  if (taken.length === 0) return 0;
  const failures = taken.sort((a, b) => a.ended_at.getTime() - b.ended_at.getTime());
  const { rows: about } = await client.query<About>(READ_ABOUT, [
    failures.map((one) => one.log_id),
    failures.map((one) => one.started_at),
    failures.map((one) => one.workflow_id),
    failures.map((one) => one.target_id),
  ]);
  const known = new Map(about.map((one) => [one.log_id, one]));
  const wanted = failures.filter((one) => known.has(one.log_id));
  if (wanted.length < failures.length)
    logger('runs').warn('failures have no notice: the workflow that was chosen for it is gone', {
      count: failures.length - wanted.length,
    });
  if (wanted.length === 0) return failures.length;
  const ids = wanted.map((one) => one.workflow_id);
  const { rows } = await client.query<Window>(LOCK_WINDOWS, [ids]);
  const windows = new Map(rows.map((row) => [row.workflow_id, row]));
  const runs = wanted.flatMap((one) => {
    const suppressed = admit(windows.get(one.workflow_id)!);
    return suppressed === null ? [] : [executionOf(one, known.get(one.log_id)!, suppressed)];
  });
  if (runs.length > 0) await insertExecutions(client, runs, null);
  await client.query(KEEP_WINDOWS, [
    rows.map((row) => row.workflow_id),
    rows.map((row) => row.sent),
    rows.map((row) => row.suppressed),
  ]);
  return failures.length;
}

/** Counts a notice. @returns the number suppressed before it; null if it is suppressed too */
function admit(window: Window): number | null {
  if (window.sent >= MAX_NOTICES_A_MINUTE) {
    window.suppressed += 1;
    return null;
  }
  const { suppressed } = window;
  window.sent += 1;
  window.suppressed = 0;
  return suppressed;
}

function executionOf(failure: Failure, about: About, suppressed: number): ExecutionRow {
  const { execution_id: executionId, log_id: logId, workspace_id: workspaceId } = failure;
  const url = `${new URL(env().NEXTAUTH_URL).origin}/w/${workspaceId}/logs?log=${logId}`;
  const input = {
    executionId,
    logId,
    workflow: { id: failure.workflow_id, name: about.name },
    version: failure.version,
    trigger: failure.trigger,
    error: about.error === null ? null : parseExact(about.error),
    failedAt: failure.ended_at.toISOString(),
    url,
    suppressed,
  };
  const version = {
    workflowId: failure.target_id,
    workspaceId,
    holderId: about.owner_id,
    snapshotHash: about.snapshot_hash,
    version: about.live_version,
  };
  const { trigger } = failure;
  return executionRow(version, {
    trigger,
    mode: 'async',
    input: writeJson(input),
    failureOf: executionId,
  });
}

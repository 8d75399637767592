import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import type { ReplayVersion } from '../../runs/shapes/replay-version';
import type { BulkKind, BulkSelection } from '../schema';

/** Longer than a step takes: after that its job is another process's. */
const CLAIM_SECONDS = 120;

const IS_LEFT = `(j.lease_token IS NULL OR j.leased_at < now() - interval '${CLAIM_SECONDS} seconds'
  OR NOT EXISTS (SELECT FROM runtime.process p WHERE p.id = j.lease_owner
    AND p.heartbeat_at > now() - $2 * interval '1 millisecond'))`;

// A process that was only thought dead has lost its token, so its step changes nothing.
const CLAIM = `
WITH due AS (
  SELECT j.id FROM runtime.bulk_job j
  WHERE j.state = 'running' AND j.next_at <= now() AND ${IS_LEFT}
  ORDER BY j.next_at, j.id LIMIT $3 FOR UPDATE OF j SKIP LOCKED
)
UPDATE runtime.bulk_job j SET lease_token = gen_random_uuid(), lease_owner = $1, leased_at = now()
FROM due WHERE j.id = due.id
RETURNING j.id, j.lease_token AS token, j.workspace_id AS "workspaceId", j.kind, j.version, j.selection,
  j.selection_cursor AS cursor, j.is_selected AS "isSelected", j.per_second AS "perSecond", j.total,
  j.discard_deliveries AS "discardDeliveries", j.created_by AS "createdBy", j.key_id AS "keyId"`;

/** A job that is this process's to work on, as long as its token is the stored one. */
export interface ClaimedJob {
  id: string;
  token: string;
  workspaceId: string;
  kind: BulkKind;
  version: ReplayVersion | null;
  selection: BulkSelection;
  /** The place in the selection from which it goes on; null at its beginning. */
  cursor: string | null;
  isSelected: boolean;
  perSecond: number;
  total: number;
  discardDeliveries: boolean;
  createdBy: string;
  keyId: string | null;
}

/** Claims jobs that are due, those that waited longest first. */
export async function claimJobs(most: number): Promise<ClaimedJob[]> {
  const { id, timing } = thisProcess();
  const values = [id, timing.leaseMs, most];
  return (await pool().query<ClaimedJob>({ name: 'claim-bulk-jobs', text: CLAIM, values })).rows;
}

const NEXT_DUE = `
SELECT (extract(epoch FROM min(j.next_at) - clock_timestamp()) * 1000)::float8 AS ms FROM runtime.bulk_job j
WHERE j.state = 'running' AND j.lease_token IS NULL`;

/** Returns milliseconds until the next job is due; infinite if none will be. */
export async function nextDueMs(): Promise<number> {
  const { rows } = await pool().query<{ ms: number | null }>({ name: 'next-bulk-job', text: NEXT_DUE });
  return rows[0]?.ms ?? Number.POSITIVE_INFINITY;
}

const RELEASE = `
UPDATE runtime.bulk_job SET lease_token = NULL, lease_owner = NULL, leased_at = NULL,
  next_at = greatest(next_at, now() + $3 * interval '1 millisecond'), problem = coalesce($4, problem)
WHERE id = $1 AND lease_token = $2`;

/** Gives a job back, not to be claimed for `afterMs`. `problem`: why it waits. */
export async function releaseJob(
  { id, token }: Pick<ClaimedJob, 'id' | 'token'>,
  { afterMs = 0, problem = null }: { afterMs?: number; problem?: string | null } = {},
): Promise<void> {
  await pool().query(RELEASE, [id, token, afterMs, problem]);
}

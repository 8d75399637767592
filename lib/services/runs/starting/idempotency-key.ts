import { createHash } from 'node:crypto';
import { AppError } from '../../../platform/errors';
import { pool } from '../../../platform/postgres/db';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { canonicalJson } from '../compiled/workflow-snapshot';
import { insertOnce } from '../recording/insert-executions';
import type { ExecutionRow } from '../shapes/execution-row';
import type { IdempotencyKey, RequestedRun } from '../shapes/requested-run';

export const KEY_HOURS = 24;
const MAX_KEY_LENGTH = 255;
const PRINTABLE_ASCII = /^[\u0020-\u007e]+$/;
/**
 * A claim that has started nothing for so long was left by a process that died: admitting a run takes at most
 * half of it.
 */
const UNSTARTED_CLAIM_SECONDS = 10;
const FORGET_BATCH = 10_000;

/**
 * `isGranted`: the runs are the caller's to start, under the ids that it gave. Otherwise they are another
 * call's.
 */
export interface Claim {
  isGranted: boolean;
  isStarted: boolean;
  executionId: string;
  logId: string;
  /** All that were started together with the key, in order. */
  executionIds: readonly string[];
}

/** @throws AppError invalid_request */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (header.length <= MAX_KEY_LENGTH && PRINTABLE_ASCII.test(header)) return header;
  const most = MAX_KEY_LENGTH;
  const message = `Idempotency-Key has 1 to ${most} printable ASCII characters, for example a UUID.`;
  throw new AppError('invalid_request', message, {
    issues: [{ param: 'Idempotency-Key', code: 'header_invalid', message }],
  });
}

/** The same for what is the same as JSON. */
export const fingerprintOf = (asked: RequestedRun): Buffer =>
  createHash('sha256').update(canonicalJson(asked)).digest();

// The unique key lets one of any number of callers through; the others wait for its row, then see it.
const CLAIM = `
INSERT INTO runtime.idempotency_claim AS k (workspace_id, scope_id, key, fingerprint, execution_id, log_id)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (workspace_id, scope_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
  execution_id = excluded.execution_id, log_id = excluded.log_id, started = false, claimed_at = now()
WHERE k.claimed_at < now() - interval '${KEY_HOURS} hours'
  OR (NOT k.started AND k.claimed_at < now() - interval '${UNSTARTED_CLAIM_SECONDS} seconds')
RETURNING k.execution_id`;

const FIND = `
SELECT fingerprint, execution_id, log_id, started, execution_ids FROM runtime.idempotency_claim
WHERE workspace_id = $1 AND scope_id = $2 AND key = $3`;

/**
 * Takes the key for a run with these ids, unless another call has it.
 * @returns null when that call has just given it back: ask again
 * @throws AppError idempotency_key_reused when that call asked for something else
 */
export async function claimKey(
  { workspaceId, scopeId, key, fingerprint }: IdempotencyKey,
  { executionId, logId }: Pick<ExecutionRow, 'executionId' | 'logId'>,
): Promise<Claim | null> {
  const name = [workspaceId, scopeId, key];
  const claimed = await pool().query(CLAIM, [...name, fingerprint, executionId, logId]);
  if (claimed.rowCount === 1)
    return { isGranted: true, isStarted: false, executionId, logId, executionIds: [] };
  const { rows } = await pool().query(FIND, name);
  const [row] = rows;
  if (row === undefined) return null;
  if (!fingerprint.equals(row.fingerprint))
    throw new AppError(
      'idempotency_key_reused',
      `This Idempotency-Key was used within ${KEY_HOURS} hours to ask for something else. ` +
        'Use a new key for a new request.',
    );
  return {
    isGranted: false,
    isStarted: row.started,
    executionId: row.execution_id,
    logId: row.log_id,
    executionIds: row.execution_ids ?? [row.execution_id],
  };
}

/**
 * Writes the executions: queued, or running in this process. From here on each reaches a log whatever dies,
 * before it has any effect.
 * @returns false when the claim had been taken over: nothing was written
 */
export async function startClaimed(
  key: IdempotencyKey,
  rows: readonly [ExecutionRow, ...ExecutionRow[]],
): Promise<boolean> {
  const [{ mode, executionId }] = rows;
  const owner = mode === 'sync' ? thisProcess().id : null;
  const { workspaceId, scopeId } = key;
  return withDatabaseRetry(
    async () => {
      if (await insertOnce(pool(), rows, key, owner)) return true;
      // The connection may have been lost after the commit.
      const found = await pool().query(FIND, [workspaceId, scopeId, key.key]);
      return found.rows[0]?.execution_id === executionId && found.rows[0].started;
    },
    { repeatable: true },
  );
}

const RELEASE = `
DELETE FROM runtime.idempotency_claim
WHERE workspace_id = $1 AND scope_id = $2 AND key = $3 AND execution_id = $4 AND NOT started`;

/** Gives the key back: its run was refused, so the same request may be tried again. */
export async function releaseKey(
  { workspaceId, scopeId, key }: IdempotencyKey,
  executionId: string,
): Promise<void> {
  await pool().query(RELEASE, [workspaceId, scopeId, key, executionId]);
}

const FORGET = `
DELETE FROM runtime.idempotency_claim WHERE ctid = ANY (ARRAY(
  SELECT ctid FROM runtime.idempotency_claim WHERE claimed_at < now() - interval '${KEY_HOURS} hours'
    LIMIT ${FORGET_BATCH}
  FOR UPDATE SKIP LOCKED))`;

/** Deletes what has expired, in batches that hold no lock for long. */
export async function forgetExpiredKeys(signal?: AbortSignal): Promise<void> {
  let deleted: number | null;
  do ({ rowCount: deleted } = await pool().query(FORGET));
  while (deleted === FORGET_BATCH && !signal?.aborted);
}

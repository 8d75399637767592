import { setTimeout as sleep } from 'node:timers/promises';
import { pool } from '../../../platform/postgres/db';
import { onNotification } from '../../../platform/postgres/notify';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { QUEUE_STATE, type QueueState } from '../../../platform/postgres/queue-state';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { processSingleton } from '../../../platform/process-singleton';
import type { EndReason } from '../shapes/place-in-line';
import type { IdempotencyKey } from '../shapes/requested-run';

/** For a lost notification. */
const LOOK_EVERY_MS = 1_000;

/**
 * `granted`: it may begin here. `ended`: it is this process's and must end, for that reason, or because it
 * was cancelled. `late`: it still waits. `gone`: it isn't this process's any more.
 */
type Turn = { kind: 'granted' | 'late' | 'gone' } | { kind: 'ended'; reason: EndReason | null };

const LOOK = `
SELECT state, owner = $2 AS is_ours, waiter = $2 AS waits_here, cancelled, end_reason
FROM runtime.execution WHERE id = $1`;

interface Row {
  state: QueueState;
  is_ours: boolean | null;
  waits_here: boolean | null;
  cancelled: boolean;
  end_reason: EndReason | null;
}

/** The callers of this process that wait for their turn, by execution id. */
const waiters = (): Map<string, () => void> =>
  processSingleton('turn-waiters', () => {
    const woken = new Map<string, () => void>();
    onNotification('turn', (id) => {
      if (id === '') for (const wake of woken.values()) wake();
      else woken.get(id)?.();
    });
    return woken;
  });

/** Waits for the turn of a run that stands in line, at most `withinMs`. */
export async function awaitTurn(executionId: string, withinMs: number): Promise<Turn> {
  const deadlineMs = performance.now() + withinMs;
  try {
    for (;;) {
      // Listens before it looks, so that nothing is missed between.
      const woken = new Promise<void>((resolve) => waiters().set(executionId, resolve));
      const turn = await lookAtTurn(executionId);
      const leftMs = deadlineMs - performance.now();
      if (turn.kind !== 'late' || leftMs <= 0) return turn;
      const timer = new AbortController();
      const pause = sleep(Math.min(LOOK_EVERY_MS, leftMs), undefined, { signal: timer.signal }).catch(
        () => undefined,
      );
      await Promise.race([woken, pause]);
      timer.abort();
    }
  } finally {
    waiters().delete(executionId);
  }
}

async function lookAtTurn(executionId: string): Promise<Turn> {
  const look = () =>
    pool().query<Row>({ name: 'look-at-turn', text: LOOK, values: [executionId, thisProcess().id] });
  const { rows } = await withDatabaseRetry(look, { repeatable: true });
  const [row] = rows;
  if (row?.state === QUEUE_STATE.is.waiting && row.waits_here === true) return { kind: 'late' };
  if (row?.state !== QUEUE_STATE.is.running || row.is_ours !== true) return { kind: 'gone' };
  return row.cancelled ? { kind: 'ended', reason: row.end_reason } : { kind: 'granted' };
}

const LEAVE_TO_QUEUE = `
UPDATE runtime.execution SET mode = 'async', waiter = NULL
WHERE id = $1 AND waiter = $2 AND state = ${QUEUE_STATE.sql.waiting}`;

/** Leaves a run in the line without its caller. @returns false when it has just left the line */
export async function leaveToQueue(executionId: string): Promise<boolean> {
  return changed(LEAVE_TO_QUEUE, executionId);
}

// A key that its caller gave is free again.
const LEAVE_LINE = `
WITH gone AS (
  DELETE FROM runtime.execution WHERE id = $1 AND waiter = $2 AND state = ${QUEUE_STATE.sql.waiting} RETURNING id
), freed AS (
  DELETE FROM runtime.idempotency_claim k USING gone
  WHERE k.workspace_id = $3 AND k.scope_id = $4 AND k.key = $5 AND k.execution_id = gone.id
)
SELECT FROM gone`;

/** Takes a run out of the line that nobody was told of. @returns false when it has just left the line */
export async function leaveLine(
  executionId: string,
  key: Pick<IdempotencyKey, 'workspaceId' | 'scopeId' | 'key'> | null,
): Promise<boolean> {
  const { workspaceId = null, scopeId = null, key: name = null } = key ?? {};
  return changed(LEAVE_LINE, executionId, [workspaceId, scopeId, name]);
}

async function changed(text: string, executionId: string, more: readonly unknown[] = []): Promise<boolean> {
  const { rowCount } = await pool().query(text, [executionId, thisProcess().id, ...more]);
  return rowCount === 1;
}

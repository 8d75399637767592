import { newId } from '../../../platform/ids';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { insertSelect, unnestRows } from '../../../platform/postgres/unnest-rows';
import type { CompletionRow } from '../shapes/execution-row';
import { NEVER_TRIED } from '../shapes/later-tries';

/** A failed run, and the ids of the try that follows if its workflow has a rule for that. */
interface LaterTry {
  executionId: string;
  nextId: string;
  nextLogId: string;
  /** The code of its error. */
  code: string;
  /** True if what failed may pass by itself. */
  isTemporary: boolean;
}

export const LATER_TRIES = unnestRows<LaterTry>([
  { column: 'execution_id', type: 'uuid', of: ({ executionId }) => executionId },
  { column: 'next_id', type: 'uuid', of: ({ nextId }) => nextId },
  { column: 'next_log_id', type: 'uuid', of: ({ nextLogId }) => nextLogId },
  { column: 'code', type: 'text', of: ({ code }) => code },
  { column: 'is_temporary', type: 'boolean', of: ({ isTemporary }) => isTemporary },
]);

/**
 * Returns the try that a run may get; null for one that gets none, whatever the rule. Who waited for it has been
 * told and decides, its caller handles a called run's failure, and of a draft people see what happens.
 */
export function laterTryOf({ level, ending, hasRow, error, execution }: CompletionRow): LaterTry | null {
  if (level !== 'error' || ending === 'cancelled' || hasRow === false || error === null) return null;
  const { executionId, mode, trigger, version, call } = execution;
  if (mode !== 'async' || trigger === 'manual' || version === null || call !== undefined) return null;
  const { code, retryable } = JSON.parse(error) as { code: string; retryable?: boolean };
  if (NEVER_TRIED.has(code)) return null;
  const ids = { executionId, nextId: newId(), nextLogId: newId() };
  return { ...ids, code, isTemporary: retryable === true };
}

/** Columns of a released row, `e`, that the next try has too. */
export const OF_NEXT_TRY = `, e.environment, e.entry_block, e.input, e.failure_of, e.first_execution_id, e.tags,
    e.traceparent, e.turn_key, e.priority`;

// The next try is written with the log of the one before, so there is one, whatever dies. Its row has the stored
// input as it is, which never leaves the database. A try whose own row was deleted, with its number, is the last.
const TRIED = (first: number): string => `tried AS MATERIALIZED (
  SELECT o.execution_id, o.log_id, o.workspace_id, o.workflow_id, o.snapshot_hash, o.workflow_version,
    o.trigger, o.user_id, x.next_id, x.next_log_id,
    coalesce(t.number, 1) + 1 AS number, r.tries + 1 AS total,
    coalesce(t.first_log_id, o.log_id) AS first_log_id,
    coalesce(e.first_execution_id, o.execution_id) AS first_execution_id,
    now() + r.waits[least(coalesce(t.number, 1), cardinality(r.waits))] * interval '1 second' AS due_at
  FROM ${LATER_TRIES.from('x', first)} JOIN recordable o USING (execution_id)
  JOIN released e ON e.id = o.execution_id
  JOIN runtime.retry_rule r ON r.workflow_id = o.workflow_id
  JOIN workflow w ON w.id = o.workflow_id AND w.deleted_at IS NULL AND w.live_version IS NOT NULL
  LEFT JOIN runtime.run_try t ON t.log_id = o.log_id
  WHERE coalesce(t.number, 1) <= r.tries AND (t.log_id IS NOT NULL OR e.first_execution_id IS NULL)
    AND CASE r.failures WHEN 'all' THEN true WHEN 'temporary' THEN x.is_temporary ELSE x.code = ANY (r.codes) END
)`;

const NOTED = `noted AS (
  ${insertSelect('runtime.run_try', {
    log_id: 'next_log_id',
    execution_id: 'next_id',
    workspace_id: true,
    of_log_id: 'log_id',
    first_log_id: true,
    first_execution_id: true,
    number: true,
    total: true,
    due_at: true,
  })}
  FROM tried
)`;

const NEXT = `next AS (
  ${insertSelect('runtime.execution', {
    id: 'i.next_id',
    log_id: 'i.next_log_id',
    workspace_id: 'i.workspace_id',
    workflow_id: 'i.workflow_id',
    snapshot_hash: 'i.snapshot_hash',
    workflow_version: 'i.workflow_version',
    environment: 'e.environment',
    trigger: 'i.trigger',
    entry_block: 'e.entry_block',
    mode: `'async'`,
    user_id: 'i.user_id',
    input: 'e.input',
    state: QUEUE_STATE.sql.delayed,
    accepted_at: 'now()',
    failure_of: 'e.failure_of',
    first_execution_id: 'i.first_execution_id',
    tags: 'e.tags',
    traceparent: 'e.traceparent',
    turn_key: 'e.turn_key',
    start_at: 'i.due_at',
    priority: 'e.priority',
  })}
  FROM tried i JOIN released e ON e.id = i.execution_id
)`;

/** Returns the parts of a statement, after `recordable` and `released`, that queue the next tries: `tried`. */
export const tryLater = (first: number): string => `${TRIED(first)}, ${NOTED}, ${NEXT}`;

/** A condition for logs, by their id: the run failed and was not tried again. */
export const hasNoLaterTry = (logId: string): string =>
  `NOT EXISTS (SELECT FROM runtime.run_try later WHERE later.of_log_id = ${logId})`;

const NOT_LET_START: ReadonlySet<string> = new Set(['REPLACED', 'SKIPPED']);

/** True for a later try that a limit of its workflow did not let start: nobody decided that. */
export function isTryNotStarted({ execution, error }: CompletionRow): boolean {
  if (execution.firstExecutionId === undefined || error === null) return false;
  return NOT_LET_START.has((JSON.parse(error) as { code: string }).code);
}

import type { ClientBase, Pool } from 'pg';
import { notifyOfSql, notifySql } from '../../../platform/postgres/notify';
import { thisProcess } from '../../../platform/postgres/process-lease';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { insertSelect, unnestRows } from '../../../platform/postgres/unnest-rows';
import type { ExecutionRow } from '../shapes/execution-row';
import type { IdempotencyKey } from '../shapes/requested-run';
import { storedInput } from './stored-input';
import { storedTags, tagsInSql } from './stored-tags';

const NEW = unnestRows<ExecutionRow>([
  { column: 'id', type: 'uuid', of: (row) => row.executionId },
  { column: 'log_id', type: 'uuid', of: (row) => row.logId },
  { column: 'workspace_id', type: 'uuid', of: (row) => row.workspaceId },
  { column: 'workflow_id', type: 'uuid', of: (row) => row.workflowId },
  { column: 'snapshot_hash', type: 'bytea', of: (row) => Buffer.from(row.snapshotHash, 'hex') },
  { column: 'trigger', type: 'text', of: (row) => row.trigger },
  { column: 'mode', type: 'text', of: (row) => row.mode },
  { column: 'user_id', type: 'uuid', of: (row) => row.holderId },
  { column: 'input', type: 'text', of: storedInput },
  { column: 'accepted_ms', type: 'float8', of: (row) => row.acceptedAtMs },
  { column: 'parent_id', type: 'uuid', of: ({ call }) => call?.parentId ?? null },
  { column: 'root_id', type: 'uuid', of: ({ call }) => call?.rootId ?? null },
  { column: 'workflow_version', type: 'integer', of: ({ version }) => version },
  { column: 'environment', type: 'text', of: ({ environment }) => environment },
  { column: 'entry_block', type: 'text', of: ({ entryBlock }) => entryBlock ?? null },
  { column: 'failure_of', type: 'uuid', of: ({ failureOf }) => failureOf ?? null },
  { column: 'tags', type: 'text', of: storedTags },
  { column: 'traceparent', type: 'text', of: ({ traceparent }) => traceparent ?? null },
  { column: 'depth', type: 'integer', of: ({ call }) => call?.depth ?? 0 },
  { column: 'first_state', type: 'text', of: ({ place }) => place?.state ?? null },
  { column: 'turn_key', type: 'text', of: ({ place }) => place?.key ?? '' },
  { column: 'waiter', type: 'uuid', of: waiterOf },
  { column: 'start_ms', type: 'float8', of: ({ place }) => place?.startAtMs ?? null },
  { column: 'expires_ms', type: 'float8', of: ({ place }) => place?.expiresAtMs ?? null },
  { column: 'priority', type: 'integer', of: ({ place }) => place?.priority ?? 0 },
]);
const OWNER = `$${NEW.parameters + 1}::uuid`;
const IS_ANNOUNCED = `$${NEW.parameters + 2}::boolean`;

/** Returns SQL that inserts the rows given to `NEW`. */
const insertNew = (owner: string): string => {
  const isQueued = `${owner} IS NULL`;
  return `${insertSelect('runtime.execution', {
    id: true,
    log_id: true,
    workspace_id: true,
    workflow_id: true,
    snapshot_hash: true,
    workflow_version: true,
    environment: true,
    trigger: true,
    entry_block: true,
    mode: true,
    user_id: true,
    input: true,
    state: `CASE WHEN first_state IS NOT NULL THEN first_state
      WHEN ${isQueued} THEN ${QUEUE_STATE.sql.queued} ELSE ${QUEUE_STATE.sql.running} END`,
    owner,
    accepted_at: 'to_timestamp(accepted_ms / 1000)',
    started_at: `CASE WHEN ${isQueued} THEN NULL ELSE to_timestamp(accepted_ms / 1000) END`,
    parent_id: true,
    root_id: true,
    depth: true,
    failure_of: true,
    tags: tagsInSql('tags'),
    traceparent: true,
    turn_key: true,
    turn_order: `CASE WHEN first_state IS NOT NULL THEN nextval('runtime.turn_order') END`,
    waiter: true,
    start_at: 'to_timestamp(start_ms / 1000)',
    expires_at: 'to_timestamp(expires_ms / 1000)',
    priority: true,
  })}
  FROM ${NEW.from('new')}`;
};

// One round trip for a whole group.
const INSERT_EXECUTIONS = `
WITH inserted AS (
  ${insertNew(OWNER)}
)
SELECT CASE WHEN ${OWNER} IS NULL AND ${IS_ANNOUNCED} THEN ${notifySql('queue')} END`;

/** Returns SQL that announces the workflows of rows that wait for their turn, if there is any in `inserted`. */
const ANNOUNCE_TURNS = `(SELECT count(${notifyOfSql('turns', 'w.workflow_id::text')}) FROM (
  SELECT DISTINCT workflow_id FROM inserted WHERE state = ${QUEUE_STATE.sql.waiting}) AS w)`;

// The same for a group with rows that don't begin at once; most have none, and then nothing of this is run.
const INSERT_IN_LINE = `
WITH inserted AS (
  ${insertNew(OWNER)}
  RETURNING workflow_id, state
)
SELECT CASE WHEN ${OWNER} IS NULL AND ${IS_ANNOUNCED} THEN ${notifySql('queue')} END, ${ANNOUNCE_TURNS}`;

const isInLine = ({ place }: ExecutionRow): boolean => place !== undefined && place.state !== null;

/** A caller of this process waits for the turn of a synchronous run. */
function waiterOf({ mode, place }: ExecutionRow): string | null {
  return mode === 'sync' && place?.state === QUEUE_STATE.is.waiting ? thisProcess().id : null;
}

/** Inserts rows. `owner` null: queued, and workers are notified unless more follow (`isAnnounced` false). */
export async function insertExecutions(
  db: Pool | ClientBase,
  rows: readonly ExecutionRow[],
  owner: string | null,
  isAnnounced = true,
): Promise<void> {
  await db.query({
    ...(rows.some(isInLine)
      ? { name: 'insert-executions-in-line', text: INSERT_IN_LINE }
      : { name: 'insert-executions', text: INSERT_EXECUTIONS }),
    values: [...NEW.values(rows), owner, isAnnounced],
  });
}

const [WORKSPACE, SCOPE, KEY, ONCE_OWNER] = [1, 2, 3, 4].map((place) => `$${NEW.parameters + place}`);

// All or nothing: whoever lost its claim of the key meanwhile finds no row of its first id, and starts
// nothing.
const INSERT_ONCE = `
WITH mine AS (
  UPDATE runtime.idempotency_claim SET started = true, execution_ids = ${NEW.parameter('id')}::uuid[]
  WHERE workspace_id = ${WORKSPACE} AND scope_id = ${SCOPE} AND key = ${KEY}
    AND execution_id = (${NEW.parameter('id')}::uuid[])[1] AND NOT started
  RETURNING execution_id
), inserted AS (
  ${insertNew(`${ONCE_OWNER}::uuid`)}
  WHERE EXISTS (SELECT FROM mine)
  RETURNING id, workflow_id, state
)
SELECT CASE WHEN ${ONCE_OWNER}::uuid IS NULL THEN ${notifySql('queue')} END, ${ANNOUNCE_TURNS}
FROM (SELECT FROM inserted LIMIT 1) AS any_of_them`;

/**
 * Writes them all with their key: queued, or running in the process `owner`.
 * @returns false when the claim had been taken over: nothing was written
 */
export async function insertOnce(
  db: Pool | ClientBase,
  rows: readonly ExecutionRow[],
  { workspaceId, scopeId, key }: Pick<IdempotencyKey, 'workspaceId' | 'scopeId' | 'key'>,
  owner: string | null = null,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'insert-executions-once',
    text: INSERT_ONCE,
    values: [...NEW.values(rows), workspaceId, scopeId, key, owner],
  });
  return rowCount === 1;
}

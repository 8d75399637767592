import type { ClientBase } from 'pg';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { LARGE_BYTES } from '../isolated/large-values';
import { insertExecutions } from '../recording/insert-executions';
import { storedInput } from '../recording/stored-input';
import type { ExecutionRow, RunIds } from '../shapes/execution-row';
import type { IdempotencyKey } from '../shapes/requested-run';
import type { DebouncedInputs, RunLimits } from '../shapes/run-limits';

/** A run that many starts became takes no more of them; the next start begins another. */
const MOST_DEBOUNCED = 1_000;
const SECOND_MS = 1_000;

const { delayed: DELAYED } = QUEUE_STATE.sql;

// Starts at another block have other inputs, and those of another environment other values of variables.
const FIND = `
SELECT id, log_id FROM runtime.execution
WHERE state = ${DELAYED} AND debounced IS NOT NULL AND workflow_id = $1 AND turn_key = $2
  AND entry_block IS NOT DISTINCT FROM $3::text AND environment = $4 AND NOT cancelled
  AND start_at > now() AND debounced < ${MOST_DEBOUNCED}
  AND octet_length(coalesce(debounced_inputs, '')) + octet_length($5::text) * 2 < ${LARGE_BYTES}
ORDER BY accepted_at DESC, id DESC LIMIT 1 FOR UPDATE`;

const JOIN = `
UPDATE runtime.execution SET debounced = debounced + 1, snapshot_hash = decode($2, 'hex'), workflow_version = $3,
  debounced_inputs = CASE WHEN debounced_inputs IS NULL THEN NULL ELSE debounced_inputs || ',' || $4::text END,
  input = CASE WHEN debounced_inputs IS NULL THEN $6::text
    ELSE $5::text || debounced_inputs || ',' || $4::text || ']}' END
WHERE id = $1`;

const BEGIN = `
UPDATE runtime.execution SET debounced = 1, debounced_inputs = $2::text, input = coalesce($3::text, input) WHERE id = $1`;

/**
 * Adds each start to the run of its key that waits for its time, or begins one. Called under the lock of the
 * workflow's limits. @returns the runs that the starts became, in order
 */
export async function joinDebounced(
  client: ClientBase,
  rows: readonly ExecutionRow[],
  { debounceSeconds, debounceInputs }: RunLimits,
): Promise<RunIds[]> {
  const joined: RunIds[] = [];
  for (const row of rows) {
    const { workspaceId, workflowId, place, entryBlock = null, environment, input } = row;
    const { rows: found } = await client.query<{ id: string; log_id: string }>({
      name: 'find-debounced',
      text: FIND,
      values: [workflowId, place?.key ?? '', entryBlock, environment, input],
    });
    const [open] = found;
    if (open === undefined) {
      await begin(client, row, { debounceSeconds: debounceSeconds ?? 0, debounceInputs });
      joined.push(row);
      continue;
    }
    await client.query({
      name: 'join-debounced',
      text: JOIN,
      values: [
        open.id,
        row.snapshotHash,
        row.version,
        input,
        beginningOf(input),
        storedInput({ ...row, executionId: open.id }),
      ],
    });
    joined.push({ executionId: open.id, logId: open.log_id, workspaceId });
  }
  return joined;
}

async function begin(
  client: ClientBase,
  row: ExecutionRow,
  { debounceSeconds, debounceInputs }: { debounceSeconds: number; debounceInputs: DebouncedInputs },
): Promise<void> {
  const startAtMs = row.acceptedAtMs + debounceSeconds * SECOND_MS;
  const place = { ...row.place!, state: QUEUE_STATE.is.delayed, startAtMs };
  await insertExecutions(client, [{ ...row, place }], null);
  const isAll = debounceInputs === 'all';
  const composed = isAll ? `${beginningOf(row.input)}${row.input}]}` : null;
  const values = [row.executionId, isAll ? row.input : null, composed];
  await client.query({ name: 'begin-debounced', text: BEGIN, values });
}

/**
 * Returns the JSON of an input up to the list of all inputs, its last member: of two members with one name the
 * last counts.
 */
function beginningOf(input: string): string {
  const open = input.slice(0, input.lastIndexOf('}')).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}"inputs":[`;
}

const START_CLAIM = `
UPDATE runtime.idempotency_claim SET started = true, execution_id = ($5::uuid[])[1], log_id = $6,
  execution_ids = $5::uuid[]
WHERE workspace_id = $1 AND scope_id = $2 AND key = $3 AND execution_id = $4 AND NOT started`;

/**
 * Ties an idempotency key to the runs that its starts became. @returns false when another call had taken it
 * over
 */
export async function startClaimOf(
  client: ClientBase,
  { workspaceId, scopeId, key }: Pick<IdempotencyKey, 'workspaceId' | 'scopeId' | 'key'>,
  claimedId: string,
  joined: readonly RunIds[],
): Promise<boolean> {
  const ids = joined.map(({ executionId }) => executionId);
  const values = [workspaceId, scopeId, key, claimedId, ids, joined[0]!.logId];
  const { rowCount } = await client.query({ name: 'start-claim-of', text: START_CLAIM, values });
  return rowCount === 1;
}

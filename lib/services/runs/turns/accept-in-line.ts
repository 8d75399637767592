import type { ClientBase } from 'pg';
import { AppError } from '../../../platform/errors';
import { pool } from '../../../platform/postgres/db';
import { inTransaction } from '../../../platform/postgres/in-transaction';
import { QUEUE_STATE } from '../../../platform/postgres/queue-state';
import { withDatabaseRetry } from '../../../platform/postgres/with-database-retry';
import { insertExecutions, insertOnce } from '../recording/insert-executions';
import type { ExecutionRow, RunIds } from '../shapes/execution-row';
import type { IdempotencyKey } from '../shapes/requested-run';
import { limitsRuns, type RunLimits } from '../shapes/run-limits';
import { joinDebounced, startClaimOf } from './debounced-runs';
import { giveTurns, lockLimits } from './settle-turns';

/** A caller waits for it. */
const ACCEPT_WITHIN_MS = 5_000;
const RETRY_AFTER_S = 5;

/** Returns true if a start can only be accepted under the lock of its workflow's limits. */
export const takesLock = (limits: RunLimits): boolean =>
  limits.debounceSeconds !== null || (limits.beyond === 'refuse' && limitsRuns(limits));

/** The answer to a start that finds no room and must not wait. */
export const noRoom = (): AppError =>
  new AppError(
    'rate_limited',
    'As many runs of this workflow, or of this key, go on at once as it allows, so nothing was started. ' +
      'Try again once one has ended.',
    { headers: { 'retry-after': String(RETRY_AFTER_S) }, extensions: { busy: true } },
  );

/** Another call had taken the idempotency key over: nothing is stored. */
class KeyLost extends Error {}

/**
 * Stores starts of a workflow whose rules are decided before the answer: all of them, or none.
 * @returns the runs that they became, in order; null when another call had taken the key over
 * @throws AppError rate_limited if there is no room for all of them
 */
export async function acceptInLine(
  rows: readonly [ExecutionRow, ...ExecutionRow[]],
  limits: RunLimits,
  key: IdempotencyKey | null,
): Promise<readonly RunIds[] | null> {
  const [{ workflowId }] = rows;
  return storeUnderLock(workflowId, async (client, current) => {
    if (limits.debounceSeconds !== null) {
      const joined = await joinDebounced(client, rows, limits);
      if (key !== null && !(await startClaimOf(client, key, rows[0].executionId, joined)))
        throw new KeyLost();
      return joined;
    }
    await store(client, rows, key);
    await giveTurns(client, workflowId, current);
    if (await anyWaits(client, rows)) throw noRoom();
    return rows;
  });
}

/**
 * Stores a start whose caller waits here for its turn. @returns whether it has its turn already; null when
 * another call had taken the key over
 * @throws AppError rate_limited if it would have to wait and its workflow says not to
 */
export async function standInLine(
  row: ExecutionRow,
  limits: RunLimits,
  key: IdempotencyKey | null,
): Promise<boolean | null> {
  return storeUnderLock(row.workflowId, async (client, current) => {
    await store(client, [row], key);
    await giveTurns(client, row.workflowId, current);
    const hasTurn = await hasTurnNow(client, row.executionId);
    if (!hasTurn && limits.beyond !== 'wait' && limits.beyond !== 'replace') throw noRoom();
    return hasTurn;
  });
}

type Limits = Awaited<ReturnType<typeof lockLimits>>;

async function storeUnderLock<T>(
  workflowId: string,
  work: (client: ClientBase, limits: Limits) => Promise<T>,
): Promise<T | null> {
  const accept = () =>
    inTransaction(pool(), async (client) => work(client, await lockLimits(client, workflowId)));
  try {
    // Written twice it would run twice: better refused, and sent again by the caller.
    return await withDatabaseRetry(accept, { repeatable: false, giveUpAfterMs: ACCEPT_WITHIN_MS });
  } catch (error) {
    if (error instanceof KeyLost) return null;
    throw error;
  }
}

async function store(
  client: ClientBase,
  rows: readonly ExecutionRow[],
  key: IdempotencyKey | null,
): Promise<void> {
  if (key === null) await insertExecutions(client, rows, null);
  else if (!(await insertOnce(client, rows, key, null))) throw new KeyLost();
}

async function anyWaits(client: ClientBase, rows: readonly ExecutionRow[]): Promise<boolean> {
  const { rows: found } = await client.query<{ waiting: boolean }>({
    name: 'any-waits',
    text: `SELECT EXISTS (SELECT FROM runtime.execution
      WHERE id = ANY ($1::uuid[]) AND state = ${QUEUE_STATE.sql.waiting}) AS waiting`,
    values: [rows.map(({ executionId }) => executionId)],
  });
  return found[0]!.waiting;
}

async function hasTurnNow(client: ClientBase, executionId: string): Promise<boolean> {
  const { rows } = await client.query<{ has_turn: boolean }>({
    name: 'has-turn-now',
    text: `SELECT turn_at IS NOT NULL AND state = ${QUEUE_STATE.sql.running} AS has_turn
      FROM runtime.execution WHERE id = $1`,
    values: [executionId],
  });
  return rows[0]?.has_turn === true;
}

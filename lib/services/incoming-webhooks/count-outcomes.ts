import { logger } from '../../platform/logging/logger';
import { pool } from '../../platform/postgres/db';
import { unnestRows } from '../../platform/postgres/unnest-rows';
import { processSingleton } from '../../platform/process-singleton';
import type { FoundHook } from './find-hook';
import type { HookOutcome, HookOutcomeCount } from './schema';

const WRITE_EVERY_MS = 1_000;
export const KEPT_DAYS = 7;

interface Counted extends FoundHook {
  outcome: HookOutcome;
  count: number;
  lastAtMs: number;
}

const ROWS = unnestRows<Counted>([
  { column: 'workflow_id', type: 'uuid', of: ({ workflowId }) => workflowId },
  { column: 'block_id', type: 'text', of: ({ blockId }) => blockId },
  { column: 'outcome', type: 'text', of: ({ outcome }) => outcome },
  { column: 'count', type: 'integer', of: ({ count }) => count },
  { column: 'last_ms', type: 'float8', of: ({ lastAtMs }) => lastAtMs },
]);

// Rows are written in one order, so that two processes can't block each other. Of a workflow that was deleted
// in the meantime nothing is kept.
const ADD = `
INSERT INTO runtime.hook_outcome AS o (workflow_id, block_id, day, outcome, count, last_at)
SELECT workflow_id, block_id, (to_timestamp(last_ms / 1000) AT TIME ZONE 'UTC')::date, outcome, count,
  to_timestamp(last_ms / 1000)
FROM (SELECT t.* FROM ${ROWS.from('t')}
  JOIN workflow w ON w.id = t.workflow_id AND w.deleted_at IS NULL ORDER BY workflow_id, block_id, outcome) AS counted
ON CONFLICT (workflow_id, block_id, day, outcome)
DO UPDATE SET count = o.count + excluded.count, last_at = greatest(o.last_at, excluded.last_at)`;

const READ = `
SELECT outcome, sum(count)::float8 AS count, max(last_at) AS last_at FROM runtime.hook_outcome
WHERE workflow_id = $1 AND block_id = $2 AND day > (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}
GROUP BY outcome ORDER BY 3 DESC`;

interface Counters {
  counted: Map<string, Counted>;
  timer: NodeJS.Timeout | null;
}

const counters = (): Counters =>
  processSingleton('hook-outcomes', () => ({ counted: new Map(), timer: null }));

/**
 * Counts what became of a request. Written together a moment later, so that a request costs no statement; a
 * process that dies loses the last second of its counts, which are for people to look at.
 */
export function countOutcome({ workflowId, blockId }: FoundHook, outcome: HookOutcome): void {
  const state = counters();
  const key = `${workflowId} ${blockId} ${outcome}`;
  const { count } = state.counted.get(key) ?? { count: 0 };
  state.counted.set(key, { workflowId, blockId, outcome, count: count + 1, lastAtMs: Date.now() });
  state.timer ??= setTimeout(() => void write(state), WRITE_EVERY_MS).unref();
}

async function write(state: Counters): Promise<void> {
  const rows = [...state.counted.values()];
  state.counted.clear();
  state.timer = null;
  try {
    await pool().query({ name: 'count-hook-outcomes', text: ADD, values: ROWS.values(rows) });
  } catch (error) {
    logger('hooks').warn('could not write what became of requests', { error });
  }
}

/** The outcome of the latest request first. */
export async function readOutcomes({ workflowId, blockId }: FoundHook): Promise<HookOutcomeCount[]> {
  const { rows } = await pool().query<{ outcome: HookOutcome; count: number; last_at: Date }>(READ, [
    workflowId,
    blockId,
  ]);
  return rows.map(({ outcome, count, last_at }) => ({ outcome, count, lastAt: last_at.toISOString() }));
}

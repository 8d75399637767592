import type { ClientBase } from 'pg';
import { pool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';

export interface RollupProgress {
  seq: number;
  trace_seq: number;
  /** Milliseconds since 1970; runs that started earlier are in no sum. */
  retained_ms: number;
  /** Number of the workspace's last log. */
  feed: number;
}

export type ProgressColumn = 'seq' | 'trace_seq';

/** Traces wait until the counts of older logs are done, because most responses need those. */
const NEARLY_ALL = 5_000;

const behind = (column: ProgressColumn, when: string): string => `
SELECT f.workspace_id AS id FROM runtime.workspace_feed f
LEFT JOIN runtime.rollup_progress p USING (workspace_id)
WHERE f.n > coalesce(p.${column}, 0) ${when} ORDER BY f.n - coalesce(p.${column}, 0) LIMIT 100`;

const BEHIND = {
  seq: behind('seq', ''),
  trace_seq: behind('trace_seq', `AND p.seq >= f.n - ${NEARLY_ALL}`),
};

/** Returns workspaces with logs that are in no sum yet, those with the fewest first. */
export async function workspacesBehind(column: ProgressColumn): Promise<string[]> {
  const { rows } = await pool().query<{ id: string }>({
    name: `rollups-behind-${column}`,
    text: BEHIND[column],
  });
  return rows.map(({ id }) => id);
}

const BEGIN = `INSERT INTO runtime.rollup_progress (workspace_id)
SELECT workspace_id FROM runtime.workspace_feed WHERE workspace_id = $1
ON CONFLICT DO NOTHING`;

const lock = (how: string): string => `
SELECT p.seq, p.trace_seq, (extract(epoch FROM p.retained_from) * 1000)::float8 AS retained_ms, f.n AS feed
FROM runtime.rollup_progress p JOIN runtime.workspace_feed f USING (workspace_id)
WHERE p.workspace_id = $1 FOR UPDATE OF p ${how}`;

// Counts wait for another process's step; traces, whose steps take longer, skip to another workspace.
const LOCK = { seq: lock(''), trace_seq: lock('SKIP LOCKED') };

/**
 * Runs `step` in a transaction that locks the workspace's progress, so that sums and progress are committed
 * together. @returns true if there is more to do
 */
export async function withProgress(
  workspaceId: string,
  column: ProgressColumn,
  step: (client: ClientBase, progress: RollupProgress) => Promise<boolean>,
): Promise<boolean> {
  await pool().query({ name: 'rollups-begin', text: BEGIN, values: [workspaceId] });
  return inTransaction(pool(), async (client) => {
    const { rows } = await client.query<RollupProgress>({
      name: `rollups-lock-${column}`,
      text: LOCK[column],
      values: [workspaceId],
    });
    const [progress] = rows;
    return progress === undefined ? false : step(client, progress);
  });
}

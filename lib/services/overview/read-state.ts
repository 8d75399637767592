import { logsPool } from '../../platform/postgres/db';

export interface RollupState {
  /** Number of the workspace's last log. */
  feed: number;
  /** Logs up to this number are in the sums. */
  seq: number;
  /** The same for models, hosts and blocks. */
  traceSeq: number;
  /** Milliseconds since 1970; runs that started earlier are deleted, or are being deleted, by retention. */
  retainedMs: number;
  /** Start of the oldest log; null when there is none. */
  oldestMs: number | null;
}

const READ = `
SELECT coalesce(f.n, 0)::float8 AS feed, coalesce(p.seq, 0)::float8 AS seq,
  coalesce(p.trace_seq, 0)::float8 AS "traceSeq",
  coalesce(date_part('epoch', p.retained_from) * 1000, 0) AS "retainedMs",
  (SELECT date_part('epoch', l.started_at) * 1000 FROM runtime.log l WHERE l.workspace_id = $1::uuid
   ORDER BY l.started_at, l.id LIMIT 1) AS "oldestMs"
FROM (SELECT $1::uuid AS workspace_id) AS one
LEFT JOIN runtime.workspace_feed f USING (workspace_id)
LEFT JOIN runtime.rollup_progress p USING (workspace_id)`;

export async function readState(workspaceId: string): Promise<RollupState> {
  const { rows } = await logsPool().query<RollupState>({
    name: 'rollups-state',
    text: READ,
    values: [workspaceId],
  });
  return rows[0]!;
}

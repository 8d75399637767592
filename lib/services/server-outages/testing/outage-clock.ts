import { pool } from '../../../platform/postgres/db';

/** Makes the next step of every outage of a workspace due: the next probe, or the next that go on. */
export async function makeNextDue(workspaceId: string): Promise<void> {
  await pool().query(
    `UPDATE runtime.server_outage SET next_at = clock_timestamp() - interval '1 second' WHERE workspace_id = $1`,
    [workspaceId],
  );
}

interface SeenOutage {
  state: string;
  failures: number;
  probes: number;
  is_probing: boolean;
  waiting: number;
  /** The lowest rate of the blocks that wait. */
  per_second: number | null;
}

/** Returns the outage of a workspace; null if there is none. */
export async function seenOutage(workspaceId: string): Promise<SeenOutage | null> {
  const { rows } = await pool().query<SeenOutage>(
    `SELECT o.state, o.failures, o.probes, o.probe_id IS NOT NULL AS is_probing, o.per_second,
       (SELECT count(*) FROM runtime.execution_wait w
        WHERE w.outage_id = o.id AND w.answered_at IS NULL)::integer AS waiting
     FROM runtime.server_outage o WHERE o.workspace_id = $1`,
    [workspaceId],
  );
  return rows[0] ?? null;
}

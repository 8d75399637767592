import { pool } from '../../../platform/postgres/db';
import { notifySql, notifyThisProcess } from '../../../platform/postgres/notify';
import { reportDatabaseFault } from '../../../platform/postgres/report-database-fault';
import { knownOutages } from './known-outages';

// An answer in a second of others changes nothing, and writes nothing.
const ANSWERED = `
WITH known AS MATERIALIZED (
  SELECT o.id, o.state, o.failures FROM runtime.server_outage o
  WHERE o.workspace_id = $1 AND o.origin = $2
    AND (o.state = 'away' OR o.failures > 0 OR o.answered_at IS NULL
      OR o.answered_at < clock_timestamp() - interval '1 second')
  FOR UPDATE OF o
), answered AS (
  UPDATE runtime.server_outage o SET
    state = CASE o.state WHEN 'away' THEN 'returning' ELSE o.state END,
    failures = 0, answered_at = clock_timestamp(), probe_id = NULL,
    batch = CASE o.state WHEN 'returning' THEN o.batch ELSE 1 END,
    next_at = CASE o.state WHEN 'returning' THEN o.next_at ELSE clock_timestamp() END
  FROM known k WHERE o.id = k.id
  RETURNING k.state = 'away' OR k.failures > 0 AS is_news
)
SELECT is_news, CASE WHEN is_news THEN ${notifySql('outages')} END FROM answered`;

/**
 * Records that a server has answered a block that waits for it. While nothing is known against the server, it
 * costs no statement. A lost report costs one more probe.
 */
export function reportAnswer(workspaceId: string, origin: string): void {
  const state = knownOutages().stateOf(workspaceId, origin);
  if (state === undefined) return;
  void recordAnswer(workspaceId, origin, state);
}

async function recordAnswer(workspaceId: string, origin: string, known: unknown): Promise<void> {
  if ((await known) === undefined) return;
  try {
    const { rows } = await pool().query<{ is_news: boolean }>({
      name: 'server-answered',
      text: ANSWERED,
      values: [workspaceId, origin],
    });
    if (rows[0]?.is_news === true) notifyThisProcess('outages', '');
  } catch (error) {
    reportDatabaseFault('record that a server answers again', error);
  }
}

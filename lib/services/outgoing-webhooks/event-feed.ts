import type { Trigger } from '../../core/blocks/trigger';
import { pool } from '../../platform/postgres/db';
import type { Listening } from './event-listeners';
import type { ComposedEvent, EventType } from './schema';

/** Behind the last event that was read: the number of its transaction, and its own. */
export interface FeedPosition {
  transaction: string;
  seq: string;
}

const NOW = `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS transaction`;

// A transaction that is still open may write events with lower numbers than some that are there. So only
// those are read that come before every open one: the others are read later, and none is missed.
const READ = `
SELECT f.event_id, f.event_type, f.execution_id, f.log_id, f.body, f.transaction::text, f.seq::text
FROM runtime.webhook_feed f
WHERE f.workspace_id = $1 AND $2 = ANY (f.covered) AND f.event_type = ANY ($3)
  AND ($4::text[] IS NULL OR f.trigger IS NULL OR f.trigger = ANY ($4))
  AND f.transaction < pg_snapshot_xmin(pg_current_snapshot()) AND (f.transaction, f.seq) > ($5::xid8, $6::bigint)
ORDER BY f.transaction, f.seq LIMIT $7`;

interface FeedRow {
  event_id: string;
  event_type: EventType;
  execution_id: string | null;
  log_id: string | null;
  body: string;
  transaction: string;
  seq: string;
}

/** Returns the position before everything that is written from now on. */
export async function feedNow(): Promise<FeedPosition> {
  const { rows } = await pool().query<{ transaction: string }>(NOW);
  return { transaction: rows[0]!.transaction, seq: '0' };
}

interface FeedQuery extends Listening {
  triggers: readonly Trigger[] | undefined;
  limit: number;
}

interface FeedPage {
  events: ComposedEvent[];
  position: FeedPosition;
  /** True if there may be more. */
  hasMore: boolean;
}

/** Returns events after a position, in the order in which they were written. */
export async function readEventFeed(query: FeedQuery, after: FeedPosition): Promise<FeedPage> {
  const { workspaceId, workflowId, events, triggers, limit } = query;
  const of = [workspaceId, workflowId ?? workspaceId, events, triggers ?? null];
  const { rows } = await pool().query<FeedRow>({
    name: 'read-webhook-feed',
    text: READ,
    values: [...of, after.transaction, after.seq, limit],
  });
  const last = rows.at(-1);
  return {
    events: rows.map((row) => ({
      id: row.event_id,
      type: row.event_type,
      logId: row.log_id,
      executionId: row.execution_id,
      body: row.body,
    })),
    position: last === undefined ? after : { transaction: last.transaction, seq: last.seq },
    hasMore: rows.length === limit,
  };
}

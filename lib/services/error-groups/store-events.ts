import type { ClientBase } from 'pg';
import { pool } from '../../platform/postgres/db';
import { unnestRows } from '../../platform/postgres/unnest-rows';
import type { GroupNews } from './store-groups';

/** Failures of longer ago, which an update or a long standstill may bring, are no news. */
const NEWS_MS = 86_400_000;
const KEPT_DAYS = 30;

interface NumberedNews extends GroupNews {
  number: number;
}

const EVENTS = unnestRows<NumberedNews>([
  { column: 'number', type: 'float8', of: ({ number }) => number },
  { column: 'group_id', type: 'uuid', of: ({ groupId }) => groupId },
  { column: 'kind', type: 'text', of: ({ kind }) => kind },
  { column: 'at_ms', type: 'float8', of: ({ atMs }) => atMs },
]);

const STORE = `
INSERT INTO runtime.error_group_event (workspace_id, number, group_id, kind, at)
SELECT $${EVENTS.parameters + 1}::uuid, number::bigint, group_id, kind, to_timestamp(at_ms / 1000)
FROM ${EVENTS.from('e')}`;

/**
 * Stores what alerts are told of, numbered from `after` on. The caller holds the lock of the workspace's
 * progress and stores the returned number there. @returns the number of the last event
 */
export async function storeEvents(
  client: ClientBase,
  workspaceId: string,
  { news, after }: { news: readonly GroupNews[]; after: number },
): Promise<number> {
  const sinceMs = Date.now() - NEWS_MS;
  const recent = news.filter(({ atMs }) => atMs >= sinceMs);
  if (recent.length === 0) return after;
  const numbered = recent.map((one, index) => ({ ...one, number: after + 1 + index }));
  await client.query({
    name: 'error-groups-store-events',
    text: STORE,
    values: [...EVENTS.values(numbered), workspaceId],
  });
  return after + numbered.length;
}

/** Deletes events that every rule has long seen. */
export async function forgetOldEvents(): Promise<void> {
  await pool().query(
    `DELETE FROM runtime.error_group_event WHERE at < now() - make_interval(days => ${KEPT_DAYS})`,
  );
}

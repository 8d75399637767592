import { pool } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import type { EventType } from './schema';

/** A reader that does not come back for so long has gone. */
const LISTENS_SECONDS = 120;

// Readers of the same workflow share a row, and what one asks for is kept until all have gone.
const KEEP = `
INSERT INTO runtime.webhook_listener AS l (covered, workspace_id, events, expires_at)
VALUES ($1, $2, $3, now() + interval '${LISTENS_SECONDS} seconds')
ON CONFLICT (covered) DO UPDATE SET expires_at = excluded.expires_at,
  events = CASE WHEN l.expires_at < now() THEN excluded.events
    ELSE ARRAY(SELECT DISTINCT unnest(l.events || excluded.events)) END
RETURNING (SELECT o.events @> $3 AND o.expires_at > now() FROM runtime.webhook_listener o WHERE o.covered = $1)
  IS NOT TRUE AS is_new`;

/** SQL that is true while somebody reads events of this kind. */
export const IS_LISTENED_TO = (covered: string, type: string): string => `EXISTS (
  SELECT FROM runtime.webhook_listener l WHERE l.covered = ANY (${covered}) AND ${type} = ANY (l.events)
    AND l.expires_at > now())`;

export interface Listening {
  workspaceId: string;
  /** Null: all workflows of the workspace. */
  workflowId: string | null;
  events: readonly EventType[];
}

/** From its answer on, events are kept for the reader, until it has not come back for a while. */
export async function keepListening({ workspaceId, workflowId, events }: Listening): Promise<void> {
  const values = [workflowId ?? workspaceId, workspaceId, events];
  const { rows } = await pool().query<{ is_new: boolean }>({
    name: 'keep-listening',
    text: KEEP,
    values,
  });
  if (rows[0]?.is_new) await notify('subscriptions', workflowId ?? '');
}

/** Deletes events that every reader has had time for, and readers that have gone. */
export async function forgetFeed(): Promise<void> {
  await pool().query(`DELETE FROM runtime.webhook_feed WHERE created_at < now() - interval '1 hour'`);
  await pool().query('DELETE FROM runtime.webhook_listener WHERE expires_at < now()');
}

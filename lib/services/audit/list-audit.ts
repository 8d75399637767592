import type { EndpointInput } from '../../platform/http/endpoint';
import { pageOf, readTimeCursor, timeCursor } from '../../platform/http/time-cursor';
import { pool } from '../../platform/postgres/db';
import { type Actor, requireRole } from '../access/actor';
import type { listAuditEndpoint } from './endpoints';
import type { AuditEvent } from './schema';

// Ids of other tables are compared as text, because a target may be any text.
const PAGE = `
WITH page AS (
  SELECT * FROM audit_event
  WHERE workspace_id = $1 AND ($2::text[] IS NULL OR actor = ANY($2))
    AND ($3::text IS NULL OR action = $3 OR starts_with(action, $3 || '.'))
    AND ($4::text IS NULL OR target = $4)
    AND created_at >= $5 AND created_at < $6::timestamptz AND (created_at, id) < ($7::timestamptz, $8::uuid)
  ORDER BY created_at DESC, id DESC LIMIT $9
)
SELECT e.*, u.name AS user_name, k.name AS key_name,
  coalesce(w.name, s.name, p.name, f.name, v.name, e.detail->>'name', e.detail->>'email',
    (SELECT coalesce(nullif(h.name, ''), 'All workflows') FROM webhook_subscription h
     WHERE e.action LIKE 'webhook.%' AND h.id::text = e.target)) AS target_name
FROM page e
LEFT JOIN "user" u ON u.id = e.user_id
LEFT JOIN api_key k ON k.id::text = e.detail->>'byApiKey'
LEFT JOIN workflow w ON e.action ~ '^(workflow|schedule|comment|drift|approval|agent|proposal)[.]'
  AND w.id::text = e.target AND w.workspace_id = $1
LEFT JOIN workflow s ON e.action LIKE 'webhook.%' AND s.workspace_id = $1 AND s.id::text = coalesce(
  e.detail->>'workflowId',
  (SELECT h.workflow_id::text FROM webhook_subscription h WHERE h.id::text = e.target))
LEFT JOIN "user" p ON e.action ~ '^(member|user|plan)[.]' AND p.id::text = e.target
LEFT JOIN folder f ON e.action LIKE 'folder.%' AND f.workspace_id = $1 AND f.id::text = e.target
LEFT JOIN workspace v ON e.action LIKE 'workspace.%' AND v.id = $1 AND v.id::text = e.target
ORDER BY e.created_at DESC, e.id DESC`;

interface AuditRow {
  id: string;
  created_at: Date;
  actor: AuditEvent['actor'];
  user_id: string | null;
  user_name: string | null;
  key_name: string | null;
  action: string;
  target: string;
  target_name: string | null;
  detail: AuditEvent['detail'];
}

type ListAudit = EndpointInput<typeof listAuditEndpoint>['query'];

/** Lists the newest first; `nextCursor` is null at the end. @throws AppError forbidden, cursor_invalid */
export async function listAudit(
  actor: Actor,
  { workspaceId, actors, action, target, startDate, endDate, cursor, limit }: ListAudit,
): Promise<{ data: AuditEvent[]; nextCursor: string | null }> {
  requireRole(actor, workspaceId, 'admin');
  const before = readTimeCursor(cursor);
  const from = new Date(startDate ?? 0);
  const until = endDate === undefined ? 'infinity' : new Date(endDate);
  const filters = [workspaceId, actors ?? null, action ?? null, target ?? null, from, until];
  const { rows } = await pool().query<AuditRow>(PAGE, [...filters, before.at, before.id, limit + 1]);
  const { page, nextCursor } = pageOf(rows, limit, ({ created_at, id }) => timeCursor(created_at, id));
  return { data: page.map(toEvent), nextCursor };
}

function toEvent(row: AuditRow): AuditEvent {
  const { byApiKey, ...detail } = row.detail;
  return {
    id: row.id,
    createdAt: row.created_at.toISOString(),
    actor: row.actor,
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
    apiKey: typeof byApiKey === 'string' ? { id: byApiKey, name: row.key_name } : null,
    action: row.action,
    target: row.target,
    targetName: row.target_name === row.target ? null : row.target_name,
    detail,
  };
}

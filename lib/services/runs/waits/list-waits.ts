import type { z } from 'zod';
import type { WaitForm } from '../../../core/blocks/outside-work';
import { iterationOf } from '../../../core/engine/request-key';
import { open } from '../../../platform/encryption/encryption';
import {
  behindPlace,
  exactCursor,
  microsOf,
  pageOf,
  readExactCursor,
} from '../../../platform/http/time-cursor';
import { isId } from '../../../platform/ids';
import { logsPool } from '../../../platform/postgres/db';
import { type Actor, hasRole, requireRole } from '../../access/actor';
import { reachableWorkflows } from '../../access/key-limits';
import type { listWaitsEndpoint } from '../wait-endpoints';
import type { OpenWait } from '../wait-schema';
import { waitLinks } from './wait-links';

// Reads the newest first, from the index of open waits. A run that was stopped waits for nobody any more.
export const LIST_WAITS = `
SELECT w.id, w.step, w.form, (extract(epoch FROM w.started_at) * 1000)::float8 AS started_ms,
  ${microsOf('w.started_at')} AS started_micros,
  (extract(epoch FROM w.due_at) * 1000)::float8 AS due_ms, e.id AS execution_id, e.workspace_id,
  e.workflow_id, e.workflow_version, e.trigger,
  (extract(epoch FROM e.accepted_at) * 1000)::float8 AS accepted_ms,
  f.name AS workflow_name, s.name AS workspace_name
FROM runtime.execution_wait w
JOIN runtime.execution e ON e.id = w.execution_id AND NOT e.cancelled
JOIN workflow f ON f.id = e.workflow_id AND f.deleted_at IS NULL
JOIN workspace s ON s.id = w.workspace_id
WHERE w.workspace_id = ANY ($1::uuid[]) AND w.form IS NOT NULL AND w.answered_at IS NULL
  AND (w.due_at IS NULL OR w.due_at > now()) AND ($2::uuid[] IS NULL OR e.workflow_id = ANY ($2))
  AND ${behindPlace('w.started_at', 'w.id', '$4', '$5')}
ORDER BY w.started_at DESC, w.id DESC LIMIT $3`;

interface Row {
  id: string;
  step: string;
  form: Buffer;
  started_ms: number;
  started_micros: string;
  due_ms: number | null;
  execution_id: string;
  workspace_id: string;
  workflow_id: string;
  workflow_version: number | null;
  trigger: OpenWait['trigger'];
  accepted_ms: number;
  workflow_name: string;
  workspace_name: string;
}

/**
 * Lists the waits for an answer in a workspace, or in all in which the actor may answer; the newest first.
 * @throws AppError forbidden
 */
export async function listWaits(
  actor: Actor,
  query: z.output<NonNullable<typeof listWaitsEndpoint.query>>,
): Promise<{ data: OpenWait[]; hasMore: boolean; nextCursor: string | null }> {
  const { workspaceId, kinds, limit } = query;
  const workflowIds = reachableWorkflows(actor, query.workflowIds);
  const behind = readExactCursor(query.cursor);
  if (workspaceId !== undefined) requireRole(actor, workspaceId, 'writer');
  const workspaceIds =
    workspaceId === undefined
      ? [...actor.roles.keys()].filter((id) => hasRole(actor, id, 'writer'))
      : [workspaceId];
  // A text that is no id can't be a workflow's.
  const values = [workspaceIds, workflowIds?.filter(isId) ?? null, limit + 1, behind.micros, behind.id];
  const { rows } = await logsPool().query<Row>({ name: 'list-waits', text: LIST_WAITS, values });
  const { page, nextCursor } = pageOf(rows, limit, ({ started_micros, id }) =>
    exactCursor(started_micros, id),
  );
  const waits = page.map(toOpenWait);
  return {
    data: waits.filter(({ kind }) => kinds === undefined || kinds.includes(kind)),
    hasMore: nextCursor !== null,
    nextCursor,
  };
}

function toOpenWait(row: Row): OpenWait {
  const { kind, title, text } = JSON.parse(open(row.form, row.id)) as WaitForm;
  return {
    kind,
    title,
    text,
    ...iterationOf(row.step),
    url: waitLinks(row.id).url,
    startedAt: isoOf(row.started_ms),
    dueAt: row.due_ms === null ? null : isoOf(row.due_ms),
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    executionId: row.execution_id,
    version: row.workflow_version,
    trigger: row.trigger,
    runStartedAt: isoOf(row.accepted_ms),
  };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

import { AppError } from '../../platform/errors';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { type Actor, hasRole, type Role, requireRole } from '../access/actor';
import { isReleasing } from '../runs/outages/outage-sql';
import type { OutageState } from '../runs/shapes/outage-state';
import { MOST_WAITING_COUNTED, type ServerOutage } from './schema';

const READ = `
SELECT o.id, o.workspace_id, o.origin, o.state, o.since, o.code, o.status, o.probes,
  o.probe_id IS NOT NULL AS is_probing, ${isReleasing('o')} AS is_releasing, o.next_at,
  (SELECT count(*) FROM (
    SELECT FROM runtime.execution_wait w WHERE w.outage_id = o.id AND w.answered_at IS NULL
    LIMIT ${MOST_WAITING_COUNTED}
  ) AS counted)::integer AS waiting
FROM runtime.server_outage o WHERE`;

const READ_ONE = `${READ} o.id = $1`;
const READ_ALL = `${READ} o.workspace_id = $1 ORDER BY o.id DESC`;

interface Row {
  id: string;
  workspace_id: string;
  origin: string;
  state: OutageState;
  since: Date;
  code: string;
  status: number | null;
  probes: number;
  is_probing: boolean;
  is_releasing: boolean;
  next_at: Date;
  waiting: number;
}

/** Returns all outages of a workspace, the newest first. */
export async function readOutages(workspaceId: string): Promise<ServerOutage[]> {
  return (await pool().query<Row>(READ_ALL, [workspaceId])).rows.map(toOutage);
}

/** Returns it after an access check. @throws AppError not_found (unknown, over or foreign), forbidden */
export async function findOutage(actor: Actor, id: string, least: Role): Promise<ServerOutage> {
  const { rows } = isId(id) ? await pool().query<Row>(READ_ONE, [id]) : { rows: [] };
  const [row] = rows;
  if (row === undefined || !hasRole(actor, row.workspace_id, 'reader'))
    throw new AppError('not_found', 'Outage not found. Once nothing waits for the server, it is over.');
  requireRole(actor, row.workspace_id, least);
  return toOutage(row);
}

function toOutage(row: Row): ServerOutage {
  const { is_probing: isProbing, is_releasing: isReleased } = row;
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    server: row.origin,
    status: row.state,
    since: row.since.toISOString(),
    lastFailure: { code: row.code, status: row.status },
    probes: row.probes,
    isProbing,
    nextProbeAt: isProbing || isReleased ? null : row.next_at.toISOString(),
    waiting: row.waiting,
  };
}

import type { AskedCall } from '../../platform/http/handle';
import { isId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import type { Actor } from '../access/actor';

/** Statements that find the workspace of a call that names only an id, by the beginning of its path. */
const PLACES: ReadonlyArray<[path: string, param: string, find: string]> = [
  [
    '/api/v1/logs/executions/{executionId}',
    'executionId',
    'SELECT workspace_id FROM runtime.log WHERE execution_id = $1',
  ],
  ['/api/v1/logs/{id}', 'id', 'SELECT workspace_id FROM runtime.log WHERE id = $1'],
  ['/api/v1/deleted-workflows/{id}', 'id', 'SELECT workspace_id FROM workflow WHERE id = $1'],
  ['/api/v1/webhooks/{id}', 'id', 'SELECT workspace_id FROM webhook_subscription WHERE id = $1'],
  ['/api/v1/workflows/{id}', 'id', 'SELECT workspace_id FROM workflow WHERE id = $1'],
];

/**
 * Returns the user whose plan a call by key counts against: the holder of the workspace it concerns, even
 * if the key covers workspaces of several holders. Nothing is read for keys whose workspaces all belong to
 * one person.
 */
export async function holderOfCall(
  { holders, planHolderId = '' }: Actor,
  path: string,
  { params, search }: AskedCall,
): Promise<string> {
  if (holders === undefined) return planHolderId;
  const named = search.get('workspaceId') ?? params.workspaceId ?? (await workspaceOf(path, params));
  return (named === null ? undefined : holders.get(named)) ?? planHolderId;
}

async function workspaceOf(path: string, params: AskedCall['params']): Promise<string | null> {
  const [, param = '', find = ''] = PLACES.find(([beginning]) => path.startsWith(beginning)) ?? [];
  const id = params[param];
  if (id === undefined || !isId(id)) return null;
  const { rows } = await pool().query<{ workspace_id: string }>(`${find} LIMIT 1`, [id]);
  return rows[0]?.workspace_id ?? null;
}

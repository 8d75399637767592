import { pool } from '../../../platform/postgres/db';
import type { Actor, Role, Scope } from '../../access/actor';
import type { ClaimedJob } from './claim-jobs';

// Read at each step, so that a job does nothing that its person may no longer do.
const READ = `
SELECT m.role, k.scopes, $3::uuid IS NULL OR k.id IS NOT NULL AS is_live,
  coalesce(cardinality(k.workflow_ids), 0) > 0 AS is_limited
FROM membership m
LEFT JOIN api_key k ON k.id = $3::uuid AND k.user_id = m.user_id AND k.revoked_at IS NULL
  AND (k.expires_at IS NULL OR k.expires_at > now())
  AND EXISTS (SELECT FROM api_key_workspace w WHERE w.key_id = k.id AND w.workspace_id = m.workspace_id)
WHERE m.workspace_id = $1 AND m.user_id = $2`;

interface Rights {
  role: Role;
  scopes: Scope[] | null;
  is_live: boolean;
  /** True for a key that may only reach some workflows by now; a job may be about any. */
  is_limited: boolean;
}

/** Returns who started the job, with the rights they have now; a sentence if they have none any more. */
export async function actorOf({ workspaceId, createdBy, keyId }: ClaimedJob): Promise<Actor | string> {
  const { rows } = await pool().query<Rights>(READ, [workspaceId, createdBy, keyId]);
  const [rights] = rows;
  if (rights === undefined) return 'Who started it is no longer a member of the workspace.';
  if (!rights.is_live) return 'The API key that started it was revoked, or has expired.';
  if (rights.is_limited) return 'The API key that started it is now limited to some workflows.';
  const person = { userId: createdBy, roles: new Map([[workspaceId, rights.role]]) };
  return keyId === null
    ? { ...person, kind: 'user' }
    : { ...person, kind: 'apiKey', keyId, scopes: new Set(rights.scopes ?? []) };
}

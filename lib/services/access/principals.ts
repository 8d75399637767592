import { type AddressRange, parseRanges } from '../../platform/addresses/client-address';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';
import type { Actor, Role, Scope } from './actor';
import type { SessionToken } from './session-cookie';

// Notifications (see change-access.ts) drop stale entries within milliseconds; the age only limits the
// effect of a lost connection.
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 20_000;

/** A live key. `expiresAtMs` and `ranges` are checked at each use. */
export interface KeyPrincipal {
  actor: Actor;
  expiresAtMs: number;
  /** Where it may be used from; null: from everywhere. */
  ranges: readonly AddressRange[] | null;
}

export interface UserPrincipal {
  actor: Actor;
  sessionEpoch: number;
  /** Ids of sessions the person signed out of, whose cookies may still exist. */
  endedSessions: ReadonlySet<string>;
}

interface Principals {
  keys: TtlCache<KeyPrincipal | null>;
  users: TtlCache<UserPrincipal | null>;
}

/** Keys by SHA-256 in hex, people by id. */
export function principals(): Principals {
  return processSingleton('principals', () => {
    const options = { maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES };
    const made: Principals = {
      keys: createTtlCache({ ...options, load: loadKey }),
      users: createTtlCache({ ...options, load: loadUser }),
    };
    onNotification('auth', () => {
      made.keys.clear();
      made.users.clear();
    });
    return made;
  });
}

/** True if a well-formed token is still valid for its person. */
export function isLive(token: SessionToken, user: UserPrincipal | null): user is UserPrincipal {
  return (
    user !== null && user.sessionEpoch === token.sessionEpoch && !user.endedSessions.has(token.sessionId)
  );
}

type Roles = Record<string, Role>;

// A key's calls count against the owner of the workspace they concern; calls that concern none count
// against the owner of its workspaces if that is one person for all of them, else against the key's
// creator.
const SELECT_KEY = `
SELECT k.id, k.user_id, k.scopes, k.expires_at, k.addresses, k.workflow_ids,
       coalesce(json_object_agg(m.workspace_id, m.role) FILTER (WHERE m.role IS NOT NULL), '{}') AS roles,
       CASE WHEN count(DISTINCT o.owner_id) > 1 THEN json_object_agg(o.id, o.owner_id)
         FILTER (WHERE o.id IS NOT NULL) END AS holders,
       CASE count(DISTINCT o.owner_id) WHEN 1
         THEN (array_agg(o.owner_id) FILTER (WHERE o.owner_id IS NOT NULL))[1]
         ELSE k.user_id END AS plan_holder_id
FROM api_key k
LEFT JOIN api_key_workspace w ON w.key_id = k.id
LEFT JOIN membership m ON m.workspace_id = w.workspace_id AND m.user_id = k.user_id
LEFT JOIN workspace o ON o.id = m.workspace_id
WHERE k.hash = $1 AND k.revoked_at IS NULL
GROUP BY k.id`;

interface KeyRow {
  id: string;
  user_id: string;
  scopes: Scope[];
  expires_at: Date | null;
  /** Null and empty: from everywhere. */
  addresses: string[] | null;
  /** Null and empty: all. */
  workflow_ids: string[] | null;
  roles: Roles;
  plan_holder_id: string;
  /** Null if one person owns all of them. */
  holders: Record<string, string> | null;
}

async function loadKey(hash: string): Promise<KeyPrincipal | null> {
  const { rows } = await pool().query<KeyRow>({
    name: 'auth-key',
    text: SELECT_KEY,
    values: [Buffer.from(hash, 'hex')],
  });
  const [row] = rows;
  if (row === undefined) return null;
  const { addresses, workflow_ids: workflowIds } = row;
  return {
    actor: {
      kind: 'apiKey',
      userId: row.user_id,
      keyId: row.id,
      roles: new Map(Object.entries(row.roles)),
      scopes: new Set(row.scopes),
      planHolderId: row.plan_holder_id,
      ...(addresses?.length && { addresses }),
      ...(workflowIds?.length && { workflowIds: new Set(workflowIds) }),
      ...(row.holders && { holders: new Map(Object.entries(row.holders)) }),
    },
    expiresAtMs: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    ranges: addresses?.length ? parseRanges(addresses.join(' ')) : null,
  };
}

const SELECT_USER = `
SELECT u.session_epoch,
       ARRAY(SELECT s.id::text FROM ended_session s WHERE s.user_id = u.id AND s.forget_at > now())
         AS ended_sessions,
       coalesce(json_object_agg(m.workspace_id, m.role) FILTER (WHERE m.role IS NOT NULL), '{}') AS roles
FROM "user" u
LEFT JOIN membership m ON m.user_id = u.id
WHERE u.id = $1
GROUP BY u.id`;

async function loadUser(userId: string): Promise<UserPrincipal | null> {
  const { rows } = await pool().query<{ session_epoch: number; ended_sessions: string[]; roles: Roles }>({
    name: 'auth-user',
    text: SELECT_USER,
    values: [userId],
  });
  const [row] = rows;
  if (row === undefined) return null;
  return {
    actor: { kind: 'user', userId, roles: new Map(Object.entries(row.roles)) },
    sessionEpoch: row.session_epoch,
    endedSessions: new Set(row.ended_sessions),
  };
}

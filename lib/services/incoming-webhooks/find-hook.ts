import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache } from '../../platform/ttl-cache';

export const TOKEN_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
/** The longest that an entry may be stale, in case a notification was lost. */
const MAX_AGE_MS = 5_000;
const MAX_CACHED = 10_000;

export interface FoundHook {
  workflowId: string;
  blockId: string;
}

/** Unknown tokens are cached too, so that guessing costs the database little. */
const cache = () =>
  processSingleton('hooks', () => {
    const made = createTtlCache<FoundHook | null>({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_CACHED });
    onNotification('hooks', () => made.clear());
    return made;
  });

/** Returns the block that a URL's token belongs to; null when there is none. */
export async function findHook(token: string): Promise<FoundHook | null> {
  return TOKEN.test(token) ? cache().get(token) : null;
}

async function load(token: string): Promise<FoundHook | null> {
  const { rows } = await pool().query<{ workflow_id: string; block_id: string }>({
    name: 'find-hook',
    text: 'SELECT workflow_id, block_id FROM hook WHERE token = $1',
    values: [token],
  });
  const [row] = rows;
  return row === undefined ? null : { workflowId: row.workflow_id, blockId: row.block_id };
}

import type { ModelClient } from '../../platform/models/contract';
import { createModelClient } from '../../platform/models/model-client';
import type { OwnPrice } from '../../platform/models/prices';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';

const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;

/** Returns the model client of a workspace's runs. Its prices are read when the first response is priced. */
export const modelClient = (workspaceId: string): ModelClient =>
  createModelClient(() => cache().get(workspaceId));

function cache(): TtlCache<readonly OwnPrice[]> {
  return processSingleton('model-prices', () => {
    const made = createTtlCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
    onNotification('prices', () => made.clear());
    return made;
  });
}

async function load(workspaceId: string): Promise<readonly OwnPrice[]> {
  const { rows } = await pool().query<OwnPrice>({
    name: 'read-model-prices',
    text: `SELECT model, input, cache_read AS "cacheRead", cache_write AS "cacheWrite", output
      FROM model_price WHERE workspace_id = $1`,
    values: [workspaceId],
  });
  return rows;
}

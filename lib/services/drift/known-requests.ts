import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { pool } from '../../platform/postgres/db';
import { processSingleton } from '../../platform/process-singleton';

/** The settings of a block that determine its responses: learning restarts when an author changes one. */
const DECIDING = ['method', 'url', 'params', 'pathParams', 'headers', 'body', 'pagination'];
const MAX_KNOWN = 200;

/** Hashes of requests by block id; empty if the snapshot no longer exists. */
export type Requests = ReadonlyMap<string, string>;

const cache = (): LRUCache<string, Requests> =>
  processSingleton('drift-requests', () => new LRUCache({ max: MAX_KNOWN }));

const READ = `
SELECT state FROM runtime.workflow_snapshot WHERE workflow_id = $1::uuid AND hash = decode($2, 'hex')`;

/** Returns the requests of a snapshot's blocks. `hash` is hexadecimal. */
export async function requestsOf(workflowId: string, hash: string): Promise<Requests> {
  const key = `${workflowId} ${hash}`;
  const known = cache().get(key);
  if (known !== undefined) return known;
  const { rows } = await pool().query<{ state: string }>({
    name: 'drift-read-snapshot',
    text: READ,
    values: [workflowId, hash],
  });
  const blocks = rows[0] === undefined ? {} : (JSON.parse(rows[0].state) as WorkflowDocument).blocks;
  const requests = new Map(Object.entries(blocks).map(([id, { config }]) => [id, requestHash(config)]));
  cache().set(key, requests);
  return requests;
}

function requestHash(config: Readonly<Record<string, unknown>> = {}): string {
  const deciding = DECIDING.map((name) => config[name] ?? null);
  return createHash('sha256').update(JSON.stringify(deciding)).digest('hex').slice(0, 32);
}

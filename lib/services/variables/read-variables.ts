import { open } from '../../platform/encryption/encryption';
import { env } from '../../platform/env';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';
import { builtInVariables } from './built-in-variables';
import { sealingContext } from './sealing-context';

const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;

export interface Variables {
  /** Values of `{{NAME}}`, built-in ones included. */
  values: ReadonlyMap<string, string>;
  /** Names of those that are no secrets. */
  plain: ReadonlySet<string>;
}

/** For runs, kept for moments; authorise the run first. */
export function readVariables(workspaceId: string): Promise<Variables> {
  return cache().get(workspaceId);
}

function cache(): TtlCache<Variables> {
  return processSingleton('variables', () => {
    const made = createTtlCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
    onNotification('variables', () => made.clear());
    return made;
  });
}

async function load(workspaceId: string): Promise<Variables> {
  const { rows } = await pool().query<{ name: string; ciphertext: Buffer; plain: boolean }>({
    name: 'read-variables',
    text: 'SELECT name, ciphertext, plain FROM variable WHERE workspace_id = $1',
    values: [workspaceId],
  });
  const values = new Map<string, string>(builtInVariables(env().NEXTAUTH_URL));
  const plain = new Set<string>(values.keys());
  for (const { name, ciphertext, plain: isPlain } of rows) {
    values.set(name, open(ciphertext, sealingContext(workspaceId, name)));
    if (isPlain) plain.add(name);
  }
  return { values, plain };
}

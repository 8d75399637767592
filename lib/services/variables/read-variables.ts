import { open } from '../../platform/encryption/encryption';
import { env } from '../../platform/env';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';
import { builtInVariables } from './built-in-variables';
import type { Environment } from './environment';
import { sealingContext } from './sealing-context';

const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;

export interface Variables {
  /** Values of `{{NAME}}`, built-in ones included. */
  values: ReadonlyMap<string, string>;
  /** Names of variables that are not secret. */
  plain: ReadonlySet<string>;
}

/** Reads variables for a run, cached briefly. Authorise the run first. */
export async function readVariables({
  workspaceId,
  environment,
}: {
  workspaceId: string;
  environment: Environment;
}): Promise<Variables> {
  return (await cache().get(workspaceId))[environment];
}

type ByEnvironment = Readonly<Record<Environment, Variables>>;

function cache(): TtlCache<ByEnvironment> {
  return processSingleton('variables', () => {
    const made = createTtlCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
    onNotification('variables', () => made.clear());
    return made;
  });
}

interface VariableRow {
  name: string;
  ciphertext: Buffer;
  live_ciphertext: Buffer | null;
  plain: boolean;
}

async function load(workspaceId: string): Promise<ByEnvironment> {
  const { rows } = await pool().query<VariableRow>({
    name: 'read-variables',
    text: 'SELECT name, ciphertext, live_ciphertext, plain FROM variable WHERE workspace_id = $1',
    values: [workspaceId],
  });
  const draft = new Map<string, string>(builtInVariables(env().NEXTAUTH_URL));
  const plain = new Set<string>(draft.keys());
  for (const { name, ciphertext, plain: isPlain } of rows) {
    draft.set(name, open(ciphertext, sealingContext(workspaceId, name)));
    if (isPlain) plain.add(name);
  }
  const live = new Map(draft);
  for (const { name, live_ciphertext: own } of rows)
    if (own !== null) live.set(name, open(own, sealingContext(workspaceId, name, 'live')));
  return { draft: { values: draft, plain }, live: { values: live, plain } };
}

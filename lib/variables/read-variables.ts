import { listenTo } from '../database-listener';
import { pool } from '../db';
import { env } from '../env';
import { processSingleton } from '../process-singleton';
import { createRecentCache, type RecentCache } from '../recent-cache';
import { open } from './encryption';
import { sealingContext } from './sealing-context';

/** Told of each change to variables. */
export const VARIABLES_CHANNEL = 'millrace_variables';

const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;

export interface WorkspaceVariables {
  /** Values of `{{NAME}}`, built-in ones included. */
  values: ReadonlyMap<string, string>;
  /** Values to mask wherever a run is stored or shown. */
  secrets: readonly string[];
}

/** For runs, kept for moments: the same object until something changes. Authorise the run first. */
export function readVariables(workspaceId: string): Promise<WorkspaceVariables> {
  return cache().get(workspaceId);
}

export function forgetVariables(): void {
  cache().clear();
}

function cache(): RecentCache<WorkspaceVariables> {
  return processSingleton('variables', () => {
    const made = createRecentCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
    listenTo(VARIABLES_CHANNEL, { notice: made.clear, reset: made.clear });
    return made;
  });
}

async function load(workspaceId: string): Promise<WorkspaceVariables> {
  const { rows } = await pool().query<{ name: string; ciphertext: Buffer }>({
    name: 'read-variables',
    text: 'SELECT name, ciphertext FROM variable WHERE workspace_id = $1',
    values: [workspaceId],
  });
  const own = rows.map(({ name, ciphertext }) => {
    return [name, open(ciphertext, sealingContext(workspaceId, name))] as const;
  });
  return { values: new Map([...builtIn(), ...own]), secrets: own.map(([, value]) => value) };
}

const builtIn = () => [['MILLRACE_URL', new URL(env().NEXTAUTH_URL).origin] as const];

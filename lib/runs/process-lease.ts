import { pool } from '../db';
import { newId } from '../ids';
import { processSingleton } from '../process-singleton';
import { withDatabaseRetry } from './with-database-retry';

const HEARTBEAT_MS = 2_000;
/** A process not heard of for so long is dead; its executions are taken over. */
export const PROCESS_LEASE_SECONDS = 10;

interface ThisProcess {
  id: string;
  timer: NodeJS.Timeout | null;
}

/** The owner that this process's executions name. */
export const thisProcess = (): ThisProcess =>
  processSingleton('this-process', () => ({ id: newId(), timer: null }));

const BEAT = `
INSERT INTO runtime.process (id, kind) VALUES ($1, $2)
ON CONFLICT (id) DO UPDATE SET heartbeat_at = now()`;

/** Registers this process and keeps its lease alive. Must come before its first execution. */
export async function startHeartbeat(kind: 'server' | 'worker'): Promise<void> {
  const me = thisProcess();
  const beat = () => pool().query({ name: 'heartbeat', text: BEAT, values: [me.id, kind] });
  await withDatabaseRetry(beat, true);
  me.timer = setInterval(() => {
    beat().catch((error) => console.error('[runs] heartbeat failed:', error.message));
  }, HEARTBEAT_MS);
  me.timer.unref();
}

/** Leaves in good order; call it when nothing runs any more. */
export async function stopHeartbeat(): Promise<void> {
  const me = thisProcess();
  if (me.timer !== null) clearInterval(me.timer);
  me.timer = null;
  await pool().query(
    'DELETE FROM runtime.process p WHERE id = $1 AND NOT EXISTS (SELECT FROM runtime.execution e WHERE e.owner = p.id)',
    [me.id],
  );
}

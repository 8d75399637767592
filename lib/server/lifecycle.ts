import { startListening, stopListening } from '../changes';
import { closeDatabase, pool } from '../db';
import { type LogUpkeep, makeLogPartitions, startLogUpkeep } from '../logs/log-upkeep';
import { startHeartbeat, stopHeartbeat } from '../runs/process-lease';
import { outboundClient } from '../runs/run-ports';
import { assertEncryptionKey } from '../variables/encryption';
import { keepDeliveryHistory } from '../webhooks/delivery-history';

const TIDY_EVERY_MS = 6 * 60 * 60 * 1000;

let logUpkeep: LogUpkeep | null = null;

/** What every long-lived process does before it takes work. @throws Error whose message is for the operator */
export async function openProcess(kind: 'server' | 'worker'): Promise<void> {
  await assertEncryptionKey();
  await keepTablesInOrder();
  setInterval(() => {
    keepTablesInOrder().catch((error) => console.error('[database] could not tidy up:', error.message));
  }, TIDY_EVERY_MS).unref();
  await startListening();
  await startHeartbeat(kind);
  logUpkeep = startLogUpkeep();
}

/** Gives everything back, once nothing runs any more. */
export async function closeProcess(): Promise<void> {
  await logUpkeep?.stop();
  await stopHeartbeat();
  await stopListening();
  await outboundClient().close();
  await closeDatabase();
}

/** A stalled process may leave journal entries. */
async function keepTablesInOrder(): Promise<void> {
  await makeLogPartitions();
  await keepDeliveryHistory();
  await pool().query(
    'DELETE FROM runtime.execution_step s WHERE NOT EXISTS (SELECT FROM runtime.execution e WHERE e.id = s.execution_id)',
  );
}

/** Tells the supervisor, if there is one, and the terminal; the process ends with 1. */
export function failToStart(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (process.send === undefined) console.error(message);
  else process.send({ type: 'fatal', message });
  process.exit(1);
}

/** Runs `close` once, at the first sign that this process should end. */
export function onShutdown(close: () => Promise<void>): void {
  let closing = false;
  const end = (): void => {
    if (closing) return;
    closing = true;
    close().then(
      () => process.exit(0),
      (error) => {
        console.error('[process] could not close in good order:', error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  process.on('disconnect', end); // the supervisor has died
}

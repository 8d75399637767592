import { closeProcess, failToStart, onShutdown, openProcess } from '../server/lifecycle';
import { startWorkers } from './start-workers';

/** Executions and deliveries under way get so long to end before another process takes them over. */
const DRAIN_MS = 30_000;

/** A worker alone: any number of them may share one database with any number of servers. */
async function main(): Promise<void> {
  await openProcess('worker');
  const workers = startWorkers();
  onShutdown(async () => {
    await workers.stop(DRAIN_MS);
    await closeProcess();
  });
  process.send?.({ type: 'ready', url: '' });
}

main().catch(failToStart);

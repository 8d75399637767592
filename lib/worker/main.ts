import { startWorkQueue } from '../runs/work-queue';
import { closeProcess, failToStart, onShutdown, openProcess } from '../server/lifecycle';

/** Running executions get so long to end before another process takes them over. */
const DRAIN_MS = 30_000;

/** A worker alone: any number of them may share one database with any number of servers. */
async function main(): Promise<void> {
  await openProcess('worker');
  const queue = startWorkQueue();
  onShutdown(async () => {
    await queue.stop(DRAIN_MS);
    await closeProcess();
  });
  process.send?.({ type: 'ready', url: '' });
}

main().catch(failToStart);

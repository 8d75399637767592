import { sendConsoleToLog } from '../server/console-to-log';
import { closeProcess, drainMs, failToStart, onShutdown, openProcess } from '../server/lifecycle';
import { startWorkers } from './start-workers';

/** A worker alone: any number of them may share one database with any number of servers. */
async function main(): Promise<void> {
  sendConsoleToLog();
  await openProcess('worker');
  const workers = startWorkers();
  onShutdown(async (giveUp) => {
    await workers.stop(giveUp);
    await closeProcess();
  });
  process.send?.({ type: 'ready', url: '', drainMs: drainMs() });
}

main().catch(failToStart);

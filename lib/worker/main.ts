import { env } from '../platform/env';
import { sendConsoleToLog } from '../process/console-to-log';
import { closeProcess, failToStart, onShutdown, openProcess, signalReady } from '../process/lifecycle';
import { startWorkers } from '../process/start-workers';
import { startWorkerListener } from './worker-listener';

/** A worker alone: any number of them may share one database with any number of servers. */
async function main(): Promise<void> {
  sendConsoleToLog();
  await openProcess('worker');
  const workers = startWorkers();
  const { HOST, WORKER_PORT } = env();
  const listener = WORKER_PORT === undefined ? null : await startWorkerListener(WORKER_PORT, HOST);
  onShutdown(async (giveUp) => {
    await workers.stop(giveUp);
    await listener?.close();
    await closeProcess();
  });
  signalReady('');
}

main().catch(failToStart);

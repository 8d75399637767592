import { launchApp } from './lib/app-process.mjs';
import { createEndedProcesses } from './lib/ended-processes.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { bundleOf } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';
import { openApp } from './lib/serve-app.mjs';
import { keepRunning } from './lib/supervise.mjs';

runCommand(async (lifetime) => {
  const { environment, account, database } = await openApp(lifetime);
  const args = ['--enable-source-maps', bundleOf('worker')];
  const launch = (databaseUrl) =>
    launchApp(lifetime, { name: 'worker', args, env: environment(databaseUrl), account });
  const ended = createEndedProcesses();
  const onReady = (app) => {
    ended.join(app);
    say('The worker is running (Ctrl-C stops it)');
  };
  return keepRunning(lifetime, { name: 'worker', launch, database, onReady });
});

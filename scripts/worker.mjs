import { runCommand } from './lib/lifetime.mjs';
import { bundleOf } from './lib/prepare.mjs';
import { say, writeToLog } from './lib/progress.mjs';
import { openApp } from './lib/serve-app.mjs';
import { runApp } from './lib/supervisor/run-app.mjs';

writeToLog();
runCommand(async (lifetime) => {
  const { environment, account, database } = await openApp(lifetime, { migrates: true, processes: 1 });
  return runApp(lifetime, {
    name: 'worker',
    args: ['--enable-source-maps', bundleOf('worker')],
    environment,
    account,
    database,
    onReady: () => say('The worker is running (Ctrl-C stops it)'),
  });
});

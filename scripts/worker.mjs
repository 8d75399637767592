import { launchApp } from './lib/app-process.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { bundleOf } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';
import { openApp, untilStopped } from './lib/serve-app.mjs';

runCommand(async (lifetime) => {
  const { env, database } = await openApp(lifetime);
  const worker = launchApp(lifetime, {
    name: 'worker',
    args: ['--enable-source-maps', bundleOf('worker')],
    env,
  });
  await worker.ready;
  say('The worker is running (Ctrl-C stops it)');
  return untilStopped(lifetime, worker, database);
});

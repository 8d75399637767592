import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runBackupCommand } from './lib/backup-commands.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { bundleOf } from './lib/prepare.mjs';
import { PROJECT_ROOT } from './lib/project.mjs';
import { stopChild } from './lib/run-tool.mjs';
import { openApp } from './lib/serve-app.mjs';

runCommand(async (lifetime) => {
  if (await runBackupCommand(lifetime, process.argv.slice(2))) return 0;
  const { environment, account, database } = await openApp(lifetime);
  const args = ['--enable-source-maps', bundleOf('cli'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    env: environment(database.url),
    ...account,
    stdio: 'inherit',
  });
  lifetime.onEnd(() => stopChild(child));
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
});

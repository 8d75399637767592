import { appEnvironment, launchApp } from './lib/app-process.mjs';
import { loadSecrets, openDataFolder } from './lib/data-folder.mjs';
import { migrateDatabase, openDatabase } from './lib/database.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { bundleOf, prepare } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';
import { loadEnvFile, requireSupportedNode } from './lib/project.mjs';
import { serverAddress, untilStopped } from './lib/serve-app.mjs';

runCommand(async (lifetime) => {
  requireSupportedNode();
  loadEnvFile();
  const dataFolder = openDataFolder();
  const secrets = loadSecrets(dataFolder);
  await prepare(lifetime, { bundles: true });
  const database = await openDatabase(lifetime, dataFolder);
  await migrateDatabase(database.url);
  const env = appEnvironment({
    databaseUrl: database.url,
    dataFolder,
    secrets,
    ...serverAddress(),
    mode: 'production',
  });
  const worker = launchApp(lifetime, {
    name: 'worker',
    args: ['--enable-source-maps', bundleOf('worker')],
    env,
  });
  await worker.ready;
  say('The worker is running (Ctrl-C stops it)');
  return untilStopped(lifetime, worker, database);
});

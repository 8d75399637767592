import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appEnvironment } from './lib/app-process.mjs';
import { loadSecrets, openDataFolder } from './lib/data-folder.mjs';
import { migrateDatabase, openDatabase } from './lib/database.mjs';
import { runCommand } from './lib/lifetime.mjs';
import { bundleOf, prepare } from './lib/prepare.mjs';
import { loadEnvFile, PROJECT_ROOT, requireSupportedNode } from './lib/project.mjs';
import { stopChild } from './lib/run-tool.mjs';
import { serverAddress } from './lib/serve-app.mjs';

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
  const args = ['--enable-source-maps', bundleOf('cli'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: PROJECT_ROOT, env, stdio: 'inherit' });
  lifetime.onEnd(() => stopChild(child));
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
});

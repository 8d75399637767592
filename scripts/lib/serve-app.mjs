import { chooseAccount, environmentFor } from './app-account.mjs';
import { appEnvironment, appUrl, launchApp } from './app-process.mjs';
import { claimServer, loadSecrets, openDataFolder } from './data-folder.mjs';
import { migrateDatabase, openDatabase } from './database.mjs';
import { parsePort, requireFreePort } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { secondsSince } from './progress.mjs';
import { loadEnvFile, requireSupportedNode, setting } from './project.mjs';
import { keepRunning } from './supervise.mjs';

const DEFAULT_PORT = '3000';
const DEFAULT_HOST = '127.0.0.1';

/** Where the server listens, or would: `{port, host}` from PORT and HOST. */
function serverAddress() {
  return { port: parsePort(setting('PORT') ?? DEFAULT_PORT), host: setting('HOST') ?? DEFAULT_HOST };
}

/**
 * Serves the product until it is told to stop. What the operator may have to mend is looked at first, before
 * anything takes long or is written. `parts` says what to prepare, `args` how Node starts the server.
 */
export async function serveApp(lifetime, { mode, parts, args }) {
  const startedAt = performance.now();
  requireSupportedNode();
  loadEnvFile();
  const { port, host } = serverAddress();
  const url = appUrl(port);
  const dataFolder = openDataFolder();
  const claim = claimServer(dataFolder, url);
  lifetime.onEnd(() => claim.release());
  await requireFreePort(port, host);
  const secrets = loadSecrets(dataFolder);

  await prepare(lifetime, { devPackages: parts.devPackages });
  const database = await openDatabase(lifetime, dataFolder);
  await prepare(lifetime, parts);
  await migrateDatabase(database.url);
  // Next writes its types and its cache into the clone while it develops.
  const account = mode === 'production' ? chooseAccount({ port, host }) : {};
  const launch = (databaseUrl) => {
    const env = appEnvironment({ databaseUrl, dataFolder, secrets, port, host, mode });
    return launchApp(lifetime, { name: 'server', args, env: environmentFor(account, env), account });
  };
  let starts = 0;
  return keepRunning(lifetime, {
    name: 'server',
    launch,
    database,
    onReady: ({ pid }) => {
      const how = starts++ === 0 ? `started in ${secondsSince(startedAt)}; Ctrl-C stops it` : 'started again';
      process.stdout.write(`Millrace is ready: open ${url} (${how})\n`);
      process.send?.({ type: 'ready', url, pid });
    },
  });
}

/**
 * What a command beside the server needs: its database open and migrated, `environment(databaseUrl)` of the
 * app and the account it runs as.
 */
export async function openApp(lifetime) {
  requireSupportedNode();
  loadEnvFile();
  const dataFolder = openDataFolder();
  const secrets = loadSecrets(dataFolder);
  await prepare(lifetime, { bundles: true });
  const database = await openDatabase(lifetime, dataFolder);
  await migrateDatabase(database.url);
  const account = chooseAccount();
  const environment = (databaseUrl) =>
    environmentFor(
      account,
      appEnvironment({ databaseUrl, dataFolder, secrets, ...serverAddress(), mode: 'production' }),
    );
  return { environment, account, database };
}

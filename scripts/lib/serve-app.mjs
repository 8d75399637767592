import { chooseAccount, environmentFor } from './app-account.mjs';
import { appEnvironment, appUrl } from './app-environment.mjs';
import { claimServer, loadSecrets, openDataFolder } from './data-folder.mjs';
import { migrateDatabase, openDatabase, withClient } from './database.mjs';
import { parsePort, requireFreePort } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { secondsSince } from './progress.mjs';
import { loadEnvFile, requireSupportedNode, setting } from './project.mjs';
import { runApp } from './supervisor/run-app.mjs';
import {
  embeddedConnections,
  hasWarmSpare,
  settleProcesses,
  sharesOf,
  wantedProcesses,
} from './web-processes.mjs';

const DEFAULT_PORT = '3000';
const DEFAULT_HOST = '127.0.0.1';

/** Returns the address of the server, running or not: `{port, host}` from PORT and HOST. */
function serverAddress() {
  return { port: parsePort(setting('PORT') ?? DEFAULT_PORT), host: setting('HOST') ?? DEFAULT_HOST };
}

/**
 * Serves the product until it is asked to stop. Problems for the operator are checked first, before any
 * long work or write. `parts` names the parts to prepare, `args` are Node's arguments for the server.
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
  // In development Next compiles requested pages, and caches them in its own process.
  const wanted = mode === 'production' ? wantedProcesses() : { most: 1, isAuto: false };
  const mayHaveSpare = mode === 'production' && hasWarmSpare();

  await prepare(lifetime, { devPackages: parts.devPackages });
  const database = await openDatabase(lifetime, dataFolder, { connections: embeddedConnections(wanted) });
  await prepare(lifetime, parts);
  await migrateDatabase(database.url);
  const count = await withClient(database.url, (client) => settleProcesses(wanted, client));
  // Next writes its types and its cache into the clone during development.
  const account = mode === 'production' ? chooseAccount({ port, host }) : {};
  const ready = new Set();
  return runApp(lifetime, {
    name: 'server',
    args,
    count,
    hasSpare: count === 1 && mayHaveSpare,
    leaveMs: Number(setting('LEAVE_SECONDS') ?? 0) * 1_000,
    // In development the one process listens itself, because Next needs its own server.
    address: mode === 'production' ? { port, host } : undefined,
    account,
    database,
    environment: (databaseUrl) => {
      const env = appEnvironment({ databaseUrl, dataFolder, secrets, port, host, mode });
      return environmentFor(account, { ...env, ...sharesOf(count) });
    },
    onReady: (app, number) => {
      const isFirstTime = ready.size < count;
      ready.add(number);
      const processes = count === 1 ? '' : `, ${count} processes`;
      if (isFirstTime && ready.size === count)
        sayReady(`started in ${secondsSince(startedAt)}${processes}; Ctrl-C stops it`);
      else if (!isFirstTime) sayReady(count === 1 ? 'started again' : `process ${number} started again`);
      process.send?.({ type: 'ready', url, pid: app.pid });
    },
  });

  function sayReady(how) {
    process.stdout.write(`Millrace is ready: open ${url} (${how})\n`);
  }
}

/**
 * Opens the requirements of a command beside the server: its migrated database, the app's
 * `environment(databaseUrl)`, and the account it runs as.
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

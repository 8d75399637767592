import { chooseAccount, environmentFor } from './app-account.mjs';
import { appEnvironment, appUrl } from './app-environment.mjs';
import { claimServer, loadSecrets, openDataFolder } from './data-folder.mjs';
import { migrateDatabase, openDatabase, requireThisVersion, withClient } from './database.mjs';
import { requireFreePort } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { secondsSince, shownLine } from './progress.mjs';
import { loadEnvFile, requireSupportedNode, setting } from './project.mjs';
import { serverAddress } from './server-address.mjs';
import { requireGoodSettings } from './settings-check.mjs';
import { withPrevious } from './start-checks/known-keys.mjs';
import { requireSound } from './start-checks/run-checks.mjs';
import { runApp } from './supervisor/run-app.mjs';
import {
  embeddedConnections,
  hasWarmSpare,
  settleProcesses,
  sharesOf,
  wantedProcesses,
} from './web-processes.mjs';

/**
 * Serves the product until it is asked to stop. Problems for the operator are checked first: those of the machine
 * and the database before any long work, all of them before the database is written. `parts` names the parts to prepare, `args` are Node's arguments for the server.
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
  // Several processes are refused or fitted to the connections below.
  const processes = wanted.most === 1 ? 1 : undefined;
  await requireSound({ url: database.url, secrets: withPrevious(secrets), processes, warns: true });
  const count = await withClient(database.url, (client) => settleProcesses(wanted, client));
  await prepare(lifetime, parts);
  const baseEnvironment = (databaseUrl) => ({
    ...appEnvironment({ databaseUrl, dataFolder, secrets, port, host, mode }),
    ...sharesOf(count),
  });
  // In development nothing is bundled, and the server itself says what is wrong.
  if (mode === 'production') await requireGoodSettings(baseEnvironment(database.url));
  await migrateDatabase(database.url);
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
    environment: (databaseUrl) => environmentFor(account, baseEnvironment(databaseUrl)),
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
    process.stdout.write(shownLine(`Millrace is ready: open ${url} (${how})`));
  }
}

/**
 * Opens the requirements of a command or of a worker: its database, the app's `environment(databaseUrl)`, and the
 * account it runs as. `migrates`: brings the database up to date; otherwise one of another version is refused, and
 * only an empty one is filled.
 * @param {import('./lifetime.mjs').Lifetime} lifetime
 * @param {{migrates?: boolean, processes?: number}} [options] the number of processes whose connections are counted
 */
export async function openApp(lifetime, { migrates = false, processes = undefined } = {}) {
  requireSupportedNode();
  loadEnvFile();
  const dataFolder = openDataFolder();
  const secrets = loadSecrets(dataFolder);
  await prepare(lifetime, { bundles: true });
  const baseEnvironment = (databaseUrl) =>
    appEnvironment({ databaseUrl, dataFolder, secrets, ...serverAddress(), mode: 'production' });
  const database = await openDatabase(lifetime, dataFolder);
  await requireSound({ url: database.url, secrets: withPrevious(secrets), processes, warns: migrates });
  await requireGoodSettings(baseEnvironment(database.url));
  if (migrates) await migrateDatabase(database.url);
  else await requireThisVersion(database.url);
  const account = chooseAccount();
  const environment = (databaseUrl) => environmentFor(account, baseEnvironment(databaseUrl));
  return { environment, account, database };
}

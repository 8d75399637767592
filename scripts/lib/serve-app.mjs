import { appEnvironment, appUrl, launchApp } from './app-process.mjs';
import { claimServer, loadSecrets, openDataFolder } from './data-folder.mjs';
import { migrateDatabase, openDatabase } from './database.mjs';
import { OperatorError } from './operator-error.mjs';
import { parsePort, requireFreePort } from './ports.mjs';
import { prepare } from './prepare.mjs';
import { secondsSince } from './progress.mjs';
import { loadEnvFile, requireSupportedNode, setting } from './project.mjs';

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

  await prepare(lifetime);
  const database = await openDatabase(lifetime, dataFolder);
  await prepare(lifetime, parts);
  await migrateDatabase(database.url);
  const env = appEnvironment({ databaseUrl: database.url, dataFolder, secrets, port, host, mode });
  const server = launchApp(lifetime, { name: 'server', args, env });
  await server.ready;
  process.stdout.write(
    `Millrace is ready: open ${url} (started in ${secondsSince(startedAt)}; Ctrl-C stops it)\n`,
  );
  process.send?.({ type: 'ready', url, pid: server.pid });
  return untilStopped(lifetime, server, database);
}

/** What a command beside the server needs: the environment of the app, its database open and migrated. */
export async function openApp(lifetime) {
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
  return { env, database };
}

/** Waits while all is well; the exit code of an end that nobody asked for is 1. */
export async function untilStopped(lifetime, app, database) {
  const end = await Promise.race([app.exited, database.lost.then(() => null)]);
  if (lifetime.ending) return 0;
  if (end === null)
    throw new OperatorError('The database stopped unexpectedly: start again, it recovers by itself.');
  throw new OperatorError(
    `The process stopped unexpectedly (${end.signal ?? `exit ${end.exitCode}`}): its own words are above.`,
  );
}

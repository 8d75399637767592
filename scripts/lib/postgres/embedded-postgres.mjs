import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../operator-error.mjs';
import { claimFile, readOwner, withFileLock } from '../owner-file.mjs';
import { findFreePort, isFreePort } from '../ports.mjs';
import { makePrivateFile, makePrivateFolder } from '../private-file.mjs';
import { isAlive } from '../process-identity.mjs';
import { requireOwnCluster } from './cluster-identity.mjs';
import { APP_ROLE, appPassword, ensureAppRole } from './database-role.mjs';
import { giveTo, openForAccount } from './folder-handle.mjs';
import { locatePostgres, serverAccount, serverEnvironment } from './postgres-binaries.mjs';
import { clusterPassword, createClusterOnce, SUPERUSER } from './postgres-cluster.mjs';
import { discardForeignPidFile, readServer } from './postgres-pid-file.mjs';
import { adoptRelocatedCluster } from './relocated-cluster.mjs';

const POLL_MS = 10;
const START_TIMEOUT_MS = 60_000;
const FAST_STOP_MS = 15_000;
const MAX_LOG_BYTES = 5_000_000;
const USUAL_CONNECTIONS = 100;
const PRIVATE_FILE = 0o600;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_wal_size: '2GB',
  checkpoint_completion_target: '0.9',
  random_page_cost: '1.1',
  jit: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // Failed statements would write people's data into the log file; the server's messages about itself stay.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};
/**
 * Shared buffers are allocated as data is read, so a small database uses little; a large one has its
 * indexes in memory.
 */
function memorySettings() {
  const limit = process.constrainedMemory();
  const megabytes = Math.floor(Math.min(os.totalmem(), limit > 0 ? limit : Infinity) / 2 ** 20);
  return {
    shared_buffers: `${Math.min(4_096, Math.max(128, Math.floor(megabytes / 8)))}MB`,
    effective_cache_size: `${Math.max(512, Math.floor(megabytes / 2))}MB`,
  };
}
const THROW_AWAY = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/**
 * Starts the embedded server on the cluster in `folder`, or joins the one that runs there (another
 * command's, or an orphan of a killed one). `leave()` stops it unless another living process still uses it.
 * `url` is for the product, whose role owns the database and nothing else; `adminUrl` is the superuser's.
 * `durable: false` is for tests: it trades the safety of the data for speed, and lets the product's role
 * create databases. `port` is used if it is free: for a restarted server. A server that is started here
 * allows at least `connections`.
 */
export async function joinEmbeddedPostgres({
  folder,
  durable = true,
  port: wantedPort = 0,
  connections = 0,
}) {
  const account = serverAccount();
  const native = locatePostgres(account);
  const lock = path.join(folder, 'lock');
  const users = path.join(folder, 'users');
  for (const own of [folder, users]) makePrivateFolder(own);

  return withFileLock(lock, async () => {
    adoptRelocatedCluster(folder);
    const password = clusterPassword(folder);
    const data = createClusterOnce({ folder, native, account, password, durable });
    const running = readServer(data);
    // A server that dies during the wait is replaced.
    const found = running && (await untilReady(data, running.pid));
    const server =
      found ?? (await launch({ native, account, folder, data, durable, wantedPort, connections }));
    const use = claimFile(path.join(users, `${process.pid}-${server.port}`)) ?? { release() {} };
    const leave = () =>
      withFileLock(lock, async () => {
        use.release();
        if (livingUsers(users) > 0) return;
        const last = readServer(data); // possibly restarted in the meantime
        if (last) await stopServer(last.pid);
      });
    const adminUrl = connectionUrl(server.port, SUPERUSER, password);
    const url = connectionUrl(server.port, APP_ROLE, appPassword(password));
    await ensureAppRole(adminUrl, { password: appPassword(password), createsDatabases: !durable });
    return { ...server, url, adminUrl, joined: Boolean(found), leave };
  });
}

/** Counts the commands that use the cluster, and removes those that died. */
function livingUsers(users) {
  const files = fs.readdirSync(users).map((name) => path.join(users, name));
  for (const file of files) if (!readOwner(file)) fs.rmSync(file, { force: true });
  return files.filter((file) => fs.existsSync(file)).length;
}

function connectionUrl(port, user, password) {
  return `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

async function launch({ native, account, folder, data, durable, wantedPort, connections }) {
  requireOwnCluster(folder);
  giveTo(account, data);
  const logFile = path.join(folder, 'postgres.log');
  makePrivateFile(logFile);
  if ((fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
    fs.renameSync(logFile, `${logFile}.old`);
  const port = wantedPort && (await isFreePort(wantedPort)) ? wantedPort : await findFreePort();
  const settings = Object.entries({
    port: String(port),
    ...SETTINGS,
    max_connections: String(Math.max(USUAL_CONNECTIONS, connections)),
    ...memorySettings(),
    ...(durable ? {} : THROW_AWAY),
  });
  const args = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    discardForeignPidFile(data);
    const logStart = fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
    const child = spawnServer({ native, account, data, logFile, args });
    const failed = new Promise((_, reject) => child.once('error', reject));
    const server = await Promise.race([untilReady(data, child.pid, child), failed]);
    child.unref();
    if (server) return server;
    const words = fs.readFileSync(logFile, 'utf8').slice(logStart).trim();
    // Backends of a killed server hold its memory and its lock for a moment after it.
    const passing = /pre-existing shared memory block|still in use|already exists/.test(words);
    if (!passing || Date.now() > deadline) throw explainStartFailure(words, folder);
    await delay(POLL_MS * 10);
  }
}

/** Starts it in its own process group: Ctrl-C reaches only this process, which stops the server last. */
function spawnServer({ native, account, data, logFile, args }) {
  const log = fs.openSync(logFile, 'a', PRIVATE_FILE);
  const cluster = openForAccount(account, [data]);
  try {
    return spawn(path.join(native, 'bin/postgres'), ['-D', cluster.paths[0], ...args], {
      ...account,
      cwd: '/',
      stdio: ['ignore', log, log, ...cluster.stdio],
      detached: true,
      env: serverEnvironment(),
    });
  } finally {
    cluster.close();
    fs.closeSync(log);
  }
}

/** Returns `{pid, port}` once the server responds; null if `child` ended before. */
async function untilReady(data, pid, child) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const server = readServer(data);
    if (server && server.pid === pid && server.ready) return { pid, port: server.port };
    if (child ? child.exitCode !== null || child.signalCode !== null : !isAlive(pid)) return null;
    await delay(POLL_MS);
  }
  throw new OperatorError(
    `The database in ${data} did not get ready within a minute: look into postgres.log beside it.`,
  );
}

/**
 * Ends a server that somebody else told to stop: a service manager signals every process of a service, and
 * PostgreSQL takes its SIGTERM for "refuse new connections and wait until the old ones have ended", which they do
 * not. Returns true if it was stopping.
 */
export function endStoppingServer(folder, pid) {
  const server = readServer(path.join(folder, 'data'));
  if (!server || server.pid !== pid || !server.stopping) return false;
  signal(pid, 'SIGINT');
  return true;
}

async function stopServer(pid) {
  signal(pid, 'SIGINT'); // "fast": ends the sessions and writes everything out
  const deadline = Date.now() + FAST_STOP_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT'); // "immediate": the next start recovers from the log
    await delay(POLL_MS);
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function explainStartFailure(words, folder) {
  /** @type {Array<[RegExp, string]>} */
  const reasons = [
    [
      /No space left|Check free disk space/i,
      'its disk is full: free some space and start again; nothing was lost',
    ],
    [
      /initialized by PostgreSQL version/i,
      'it was made by another version of PostgreSQL: restore it with that version, ' +
        'or set DATA_DIR to an empty folder',
    ],
    [/shared memory|Cannot allocate memory/i, 'there is not enough memory: free 300 MB and start again'],
    [
      /Permission denied|invalid permissions|wrong ownership/i,
      'its files belong to another user: start as that user, or set DATA_DIR to a folder of your own',
    ],
  ];
  const known = reasons.find(([pattern]) => pattern.test(words))?.[1];
  if (known) return new OperatorError(`The database in ${folder} did not start, because ${known}.`);
  return new OperatorError(`${words}\nThe database in ${folder} did not start: its own words are above.`);
}

import os from 'node:os';
import v8 from 'node:v8';
import { OperatorError } from './operator-error.mjs';
import { setting } from './project.mjs';

/** The defaults of `lib/platform/env.ts`. */
const DEFAULT_POOL_SIZE = 20;
const DEFAULT_LOGS_POOL_SIZE = 8;
const RUN_MB = 384;
/** Journals and start records 2; files 2; claims 2; counting, heartbeat, LISTEN, metrics 1 each. */
const OTHER_CONNECTIONS = 10;
/** For starts, commands and database administrators. */
const SPARE_CONNECTIONS = 10;
const MOST_PROCESSES = 64;
/** The embedded database is not started for more, because each connection is a process there. */
const MOST_EMBEDDED_CONNECTIONS = 300;
/** PostgreSQL reserves these for its superuser. */
const RESERVED_CONNECTIONS = 3;

/** Reads WEB_PROCESSES: the maximum number of processes, and whether fewer are acceptable. */
export function wantedProcesses(text = setting('WEB_PROCESSES') ?? '1') {
  if (text === 'auto') return { most: Math.min(MOST_PROCESSES, os.availableParallelism()), isAuto: true };
  const most = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (most >= 1 && most <= MOST_PROCESSES) return { most, isAuto: false };
  throw new OperatorError(
    `WEB_PROCESSES=${text} is not a number of processes: ` +
      `give a whole number from 1 to ${MOST_PROCESSES}, or auto.`,
  );
}

/** Reads WARM_SPARE: whether a process is kept ready to replace the only one. */
export function hasWarmSpare(text = setting('WARM_SPARE') ?? 'on') {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new OperatorError(`WARM_SPARE=${text} is neither on nor off.`);
}

/** Returns the maximum number of connections of these server processes, with a reserve for other uses. */
export function connectionsFor(processes) {
  return processes * connectionsOfProcess() + SPARE_CONNECTIONS;
}

export function connectionsOfProcess() {
  return (
    poolSize('DATABASE_POOL_SIZE', DEFAULT_POOL_SIZE) +
    poolSize('DATABASE_LOGS_POOL_SIZE', DEFAULT_LOGS_POOL_SIZE) +
    OTHER_CONNECTIONS
  );
}

/** The range is checked with the other settings; here the text must be a number to count with. */
function poolSize(name, usual) {
  const text = setting(name) ?? String(usual);
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new OperatorError(
    `${name}=${text} is not a number of connections: give a whole number, such as ${usual}.`,
  );
}

/**
 * Returns the connections that the embedded database must allow for `wanted` processes, and for one that ends
 * while another has its place.
 */
export function embeddedConnections({ most, isAuto }) {
  const needed = connectionsFor(most + 1) + RESERVED_CONNECTIONS;
  return isAuto ? Math.min(needed, MOST_EMBEDDED_CONNECTIONS) : needed;
}

/**
 * Decides how many server processes to start: as many as wanted, within the free connections of the
 * database behind `client`. @throws OperatorError if a fixed number was requested and there are too few
 */
export async function settleProcesses({ most, isAuto }, client) {
  if (most === 1) return 1; // unchecked, because a small database may be enough for a server with little load
  const { limit, setBy } = await readConnectionLimit(client);
  const possible = Math.max(1, Math.floor((limit - SPARE_CONNECTIONS) / connectionsOfProcess()));
  if (isAuto) return Math.min(most, possible);
  if (most <= possible) return most;
  throw new OperatorError(
    `WEB_PROCESSES=${most} needs ${connectionsFor(most)} connections and the database allows ${limit}: ` +
      `raise its ${setBy}, lower DATABASE_POOL_SIZE, or set WEB_PROCESSES=${possible}.`,
  );
}

/**
 * Returns how many connections the database allows the role of `client`, and which limit says so: of the server,
 * of the role or of the database.
 * @param {Pick<import('pg').Client, 'query'>} client
 * @returns {Promise<{limit: number, setBy: string}>}
 */
export async function readConnectionLimit(client) {
  const { rows } = await client.query(
    `SELECT limits.* FROM pg_roles r, pg_database d, LATERAL (VALUES
        (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true), '0')::int, 'max_connections'),
        (CASE WHEN NOT r.rolsuper THEN nullif(r.rolconnlimit, -1) END, 'CONNECTION LIMIT of the role'),
        (CASE WHEN NOT r.rolsuper THEN nullif(d.datconnlimit, -1) END, 'CONNECTION LIMIT of the database')
      ) AS limits("limit", "setBy")
      WHERE r.rolname = current_user AND d.datname = current_database() AND "limit" IS NOT NULL
      ORDER BY "limit" LIMIT 1`,
  );
  return rows[0];
}

/** Divides the machine's shared resources among several server processes; returns settings of the app. */
export function sharesOf(processes) {
  if (processes === 1) return {};
  const heapMb = v8.getHeapStatistics().heap_size_limit / 2 ** 20;
  const defaultMb = Math.min(heapMb, RUN_MB * (os.availableParallelism() + 1));
  const memoryMb = Number(setting('RUN_MEMORY_MB') ?? defaultMb);
  return { RUN_MEMORY_MB: String(Math.max(1, Math.floor(memoryMb / processes))) };
}

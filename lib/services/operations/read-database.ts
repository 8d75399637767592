import { statfs } from 'node:fs/promises';
import type { Pool } from 'pg';
import { env } from '../../platform/env';
import { logger } from '../../platform/logging/logger';
import type { Database, Disk } from './schema';

const MOST_TABLES = 20;

const READ_STATE = `SELECT current_setting('server_version') AS version,
  pg_database_size(current_database())::float8 AS bytes,
  (SELECT sum(numbackends) FROM pg_stat_database)::integer AS connections,
  current_setting('max_connections')::integer AS "maxConnections",
  current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS "isDurable",
  extract(epoch FROM clock_timestamp())::float8 AS database_seconds`;

// The parts of a table count as that table; a part without rows yet has -1.
const READ_TABLES = `SELECT n.nspname || '.' || root.relname AS name,
  sum(greatest(c.reltuples, 0))::float8 AS rows, sum(pg_total_relation_size(c.oid))::float8 AS bytes
FROM pg_class c
JOIN pg_class root ON root.oid = coalesce(pg_partition_root(c.oid), c.oid)
JOIN pg_namespace n ON n.oid = root.relnamespace
WHERE c.relkind = 'r' AND n.nspname IN ('public', 'runtime')
GROUP BY 1 ORDER BY bytes DESC, 1 LIMIT ${MOST_TABLES}`;

type State = Omit<Database, 'tables' | 'clockSkewSeconds'> & { database_seconds: number };

export async function readDatabase(db: Pool): Promise<Database> {
  const { rows } = await db.query<State>(READ_STATE);
  const { database_seconds: databaseSeconds, ...state } = rows[0]!;
  const clockSkewSeconds = Math.round(Date.now() - databaseSeconds * 1_000) / 1_000;
  const { rows: tables } = await db.query<Database['tables'][number]>(READ_TABLES);
  return { ...state, clockSkewSeconds, tables };
}

/** Returns the room on the disk of the data folder; null where there is none, or the system doesn't say. */
export async function readDisk(folder: string | undefined = env().DATA_DIR): Promise<Disk | null> {
  if (folder === undefined) return null;
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    logger('operations').warn('the disk of the data folder could not be read', { error });
    return null;
  }
}

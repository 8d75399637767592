import { createHmac } from 'node:crypto';
import { FORMAT, frame } from './backup-archive.mjs';
import { OperatorError } from './operator-error.mjs';

const OURS = "n.nspname in ('public', 'runtime') and c.relname <> '_prisma_migrations'";

/** Whole tables: no part of one, nor a part that was detached and is about to be dropped. */
const WHOLE = `${OURS} and c.relkind in ('r', 'p') and not c.relispartition and not exists (
  select from pg_class p where p.relkind = 'p' and p.relnamespace = c.relnamespace
    and c.relname ~ ('^' || p.relname || '(_[0-9]+)+$'))`;

/** Returns a fingerprint of ENCRYPTION_KEY, from which the key cannot be derived. */
export function keyFingerprint(key) {
  return createHmac('sha256', Buffer.from(key, 'base64'))
    .update('millrace backup')
    .digest('hex')
    .slice(0, 16);
}

/**
 * Yields the frames of a backup: all tables as of one moment, while others continue to write. `client` is
 * used for nothing else. `progress` is kept up to date: `{table, rows, bytes}`.
 */
export async function* exportDatabase(client, { encryptionKey, secrets, progress }) {
  const { default: copyStreams } = await import('pg-copy-streams');
  await client.query('begin isolation level repeatable read read only');
  await client.query(
    "set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO'",
  );
  await lockTables(client);
  const tables = inForeignKeyOrder(await readTables(client), await readForeignKeys(client));
  yield frame('header', {
    format: FORMAT,
    createdAt: new Date().toISOString(),
    keyFingerprint: keyFingerprint(encryptionKey),
    migrations: await readMigrationNames(client),
    partitions: await readPartitions(client),
    sequences: await readSequences(client),
    ...(secrets ? { secrets } : {}),
  });
  for (const table of tables) {
    progress.table = table.name;
    yield frame('table', table);
    const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
    const rows = client.query(
      copyStreams.to(`copy (select ${columns} from ${nameOf(client, table)}) to stdout`),
    );
    for await (const chunk of rows) {
      progress.bytes += chunk.length;
      yield frame('data', chunk);
    }
    progress.rows += rows.rowCount;
  }
  yield frame('end', { tables: tables.length, rows: progress.rows });
  await client.query('commit');
}

/** Returns a table's name escaped for SQL. */
export function nameOf(client, { schema, name }) {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

/** Locks the tables, because old partitions are dropped on a schedule, which then waits for the backup. */
async function lockTables(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
     where ${WHOLE}`,
  );
  if (rows.length === 0) throw new OperatorError('There is nothing to back up: the database is empty.');
  const names = rows.map((table) => nameOf(client, table)).join(', ');
  await client.query(`lock table ${names} in access share mode`);
}

/** Returns `[{schema, name, columns}]`; a partitioned table is one, independently of its parts. */
export async function readTables(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where ${WHOLE}
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

/**
 * Returns the parts of partitioned tables, which are created over time: `[{schema, name, parent, bound,
 * options}]`.
 */
async function readPartitions(client) {
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as name, p.relname as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound, coalesce(c.reloptions, '{}') as options
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
     where ${OURS} and c.relispartition and c.relkind = 'r' order by 1, 2`,
  );
  return rows;
}

async function readSequences(client) {
  const { rows } = await client.query(
    `select schemaname as schema, sequencename as name, last_value::text as "lastValue" from pg_sequences
     where schemaname in ('public', 'runtime') and last_value is not null order by 1, 2`,
  );
  return rows;
}

async function readMigrationNames(client) {
  const { rows } = await client.query(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  );
  return rows.map((row) => row.migration_name).sort();
}

async function readForeignKeys(client) {
  const { rows } = await client.query(
    `select conrelid::text as source, confrelid::text as target from (
       select n1.nspname || '.' || c1.relname as conrelid, n2.nspname || '.' || c2.relname as confrelid
       from pg_constraint k
         join pg_class c1 on c1.oid = k.conrelid join pg_namespace n1 on n1.oid = c1.relnamespace
         join pg_class c2 on c2.oid = k.confrelid join pg_namespace n2 on n2.oid = c2.relnamespace
       where k.contype = 'f' and k.conrelid <> k.confrelid) keys`,
  );
  return rows;
}

/** Orders tables so that each comes after those that it refers to. */
export function inForeignKeyOrder(tables, foreignKeys) {
  const ordered = [];
  const placed = new Set();
  let waiting = tables;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ schema, name }) => `${schema}.${name}`));
    const waits = ({ schema, name }) =>
      foreignKeys.some(({ source, target }) => source === `${schema}.${name}` && names.has(target));
    const next = waiting.filter((table) => !waits(table));
    if (next.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...names].join(', ')}`);
    for (const table of next) placed.add(table);
    ordered.push(...next);
    waiting = waiting.filter((table) => !placed.has(table));
  }
  return ordered;
}

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from './operator-error.mjs';
import { inProject } from './project.mjs';

const UNDEFINED_TABLE = '42P01';
const MIGRATION_LOCK = 417_206_117; // an arbitrary number that no other program locks
const MIGRATIONS = 'prisma/migrations';

/** Returns the migrations in the clone, in order: `[{name, sql}]`. */
export function readMigrations() {
  const folder = inProject(MIGRATIONS);
  const names = fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')));
  return names
    .sort()
    .map((name) => ({ name, sql: fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') }));
}

/**
 * Applies the migrations that the database lacks; resolves to their names. Of several processes one does
 * the work and the others wait for it. `only` names the migrations to apply, if not all.
 * @param {import('pg').Client} client
 * @param {{only?: string[]}} [options]
 * @returns {Promise<string[]>}
 */
export async function applyMigrations(client, { only } = {}) {
  const wanted = readMigrations().filter(({ name }) => !only || only.includes(name));
  if (await isUpToDate(client, wanted)) return [];
  const reason = await whyNotMigratable(client);
  if (reason) throw new OperatorError(reason);
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    if (await isUpToDate(client, wanted)) return [];
    await openHistory(client);
    const { applied } = await readApplied(client);
    const missing = wanted.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await applyOne(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}

/**
 * Opens the table in the format of Prisma, whose engine applied the earlier migrations. One that failed
 * then left nothing but its row, because its script was one transaction: it is tried again.
 */
async function openHistory(client) {
  await client.query(
    `create table if not exists _prisma_migrations (
       id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
       migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
       started_at timestamptz not null default now(), applied_steps_count integer not null default 0
     )`,
  );
  await client.query(
    `update _prisma_migrations set rolled_back_at = now()
     where finished_at is null and rolled_back_at is null`,
  );
}

/** Applies a migration completely or not at all. */
async function applyOne(client, { name, sql }) {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the connection itself may have failed
    throw new OperatorError(
      `${error.message ?? error}\nThe database could not be brought up to date, because migration ${name} ` +
        'failed with these words: mend what they name or restore a backup, then start again.',
    );
  }
}

/**
 * Runs `work(url)` on an empty database on the server of `client`, and drops it afterwards.
 * @template T
 * @param {import('pg').Client} client
 * @param {string} url
 * @param {(scratchUrl: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withScratchDatabase(client, url, work) {
  const name = `millrace_scratch_${randomBytes(6).toString('hex')}`;
  const scratchUrl = new URL(url);
  scratchUrl.pathname = `/${name}`;
  await client.query(`create database ${name}`);
  try {
    return await work(scratchUrl.href);
  } finally {
    await dropDatabase(client, name);
  }
}

/**
 * Ends the account's own sessions there and drops the database. `with (force)` would also try to end an
 * autovacuum worker in it, which needs a superuser; without it, Postgres itself ends the worker.
 * @param {Pick<import('pg').Client, 'query'>} client
 * @param {string} name
 */
export async function dropDatabase(client, name) {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user`,
    [name],
  );
  await client.query(`drop database ${name}`);
}

/** Most starts find nothing to do, and need no lock. */
async function isUpToDate(client, wanted) {
  const { applied, failed } = await readApplied(client);
  return !failed && wanted.length === applied.size && wanted.every(({ name }) => applied.has(name));
}

/**
 * Returns why this version must not touch the database, in a sentence; null if it may. Nothing is written.
 * @param {import('pg').Client} client
 * @returns {Promise<string | null>}
 */
export async function whyNotMigratable(client) {
  const known = new Set(readMigrations().map(({ name }) => name));
  const { applied } = await readApplied(client);
  const unknown = [...applied].filter((name) => !known.has(name)).sort();
  // An older program would misread its data, or lose some.
  if (unknown.length > 0)
    return (
      `The database belongs to a newer Millrace (it has ${unknown.join(', ')}, ` +
      'which this one does not know): start the newer version, or restore a backup from before the upgrade.'
    );
  const { rows } = await client.query(
    `select to_regclass('_prisma_migrations') is not null as "hasHistory", exists (
       select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')
     ) as "hasTables"`,
  );
  const [{ hasHistory, hasTables }] = rows;
  return !hasHistory && hasTables
    ? 'The database has tables of something else: give Millrace a database of its own, and start again.'
    : null;
}

/**
 * Returns the names of the migrations that the database lacks, in order; all of them for an empty database.
 * @param {import('pg').Client} client
 * @returns {Promise<{missing: string[], isEmpty: boolean}>}
 */
export async function readMissing(client) {
  const { applied } = await readApplied(client);
  const missing = readMigrations()
    .map(({ name }) => name)
    .filter((name) => !applied.has(name));
  return { missing, isEmpty: applied.size === 0 };
}

/** Returns `{applied, failed}`: names of the migrations that the database has, and whether one failed. */
export async function readApplied(client) {
  try {
    const { rows } = await client.query(
      'select migration_name, finished_at from _prisma_migrations where rolled_back_at is null',
    );
    const finished = rows.filter((row) => row.finished_at);
    return {
      applied: new Set(finished.map((row) => row.migration_name)),
      failed: finished.length < rows.length,
    };
  } catch (error) {
    if (error.code === UNDEFINED_TABLE) return { applied: new Set(), failed: false };
    throw error;
  }
}

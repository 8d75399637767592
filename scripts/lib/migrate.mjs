import { randomBytes } from 'node:crypto';
import { OperatorError } from './operator-error.mjs';
import { PROJECT_ROOT } from './project.mjs';
import { FILTERS, migrationsList, readMigrations, schemaFiles, withSchemaEngine } from './schema-engine.mjs';

const UNDEFINED_TABLE = '42P01';
const MIGRATION_LOCK = 417_206_117; // any number that nobody else locks
const DIFF_FOUND = 2;

/**
 * Applies the migrations that the database lacks; resolves to their names. Of several processes one does the
 * work and the others wait for it. `only` names the migrations to apply, if not all.
 * @param {import('pg').Client} client
 * @param {string} url
 * @param {{only?: string[]}} [options]
 * @returns {Promise<string[]>}
 */
export async function applyMigrations(client, url, { only } = {}) {
  const wanted = readMigrations().filter(({ name }) => !only || only.includes(name));
  if (await isUpToDate(client, wanted)) return [];
  await requireKnownMigrations(client);
  // A lock of our own around Prisma's, which gives up after ten seconds; a large migration takes longer.
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  try {
    if (await isUpToDate(client, wanted)) return [];
    return await withSchemaEngine(url, async (engine) => {
      const applied = await engine.applyMigrations({
        migrationsList: migrationsList(wanted),
        filters: FILTERS,
      });
      return applied.appliedMigrationNames;
    });
  } catch (error) {
    throw new OperatorError(
      `${error.message ?? error}\nThe database could not be brought up to date, its own words are above: ` +
        'mend what they name or restore a backup, then start again.',
    );
  } finally {
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  }
}

/**
 * What `schema.prisma` says beyond the migrations, as SQL; null when they agree.
 * `emptyUrl` names an empty database; the migrations are applied to it.
 * @param {string} emptyUrl
 * @returns {Promise<string | null>}
 */
export function findSchemaDrift(emptyUrl) {
  return withSchemaEngine(emptyUrl, async (engine) => {
    await engine.applyMigrations({ migrationsList: migrationsList(), filters: FILTERS });
    const files = schemaFiles();
    const diff = await engine.diff({
      from: { tag: 'schemaDatasource', configDir: PROJECT_ROOT, ...files },
      to: { tag: 'schemaDatamodel', ...files },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: FILTERS,
    });
    return diff.exitCode === DIFF_FOUND ? diff.stdout : null;
  });
}

/**
 * Runs `work(url)` on an empty database beside the one of `client`, and drops it afterwards.
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
 * Ends the account's own sessions there and drops the database. `with (force)` would also want to end an
 * autovacuum worker that happens to be there, which takes a superuser; without it, Postgres sends the worker
 * away by itself.
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

/** The engine takes half a second to load; most starts find nothing to do and needn't. */
async function isUpToDate(client, wanted) {
  const { applied, failed } = await readApplied(client);
  return !failed && wanted.length === applied.size && wanted.every(({ name }) => applied.has(name));
}

/** An older program would misread what a newer one has made of the data, or lose it. */
async function requireKnownMigrations(client) {
  const known = new Set(readMigrations().map(({ name }) => name));
  const { applied } = await readApplied(client);
  const unknown = [...applied].filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new OperatorError(
    `The database belongs to a newer Millrace (it has ${unknown.join(', ')}, ` +
      'which this one does not know): start the newer version, or restore a backup from before the upgrade.',
  );
}

/** `{applied, failed}`: names of the migrations that the database has, and whether one broke off. */
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

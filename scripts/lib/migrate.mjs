import { OperatorError } from './operator-error.mjs';
import { FILTERS, migrationsList, openSchemaEngine, readMigrations, schemaFiles } from './schema-engine.mjs';

const UNDEFINED_TABLE = '42P01';

/** Applies the migrations that the database lacks; resolves to their names. Safe to run from several processes. */
export async function applyMigrations(client, url) {
  if (await isUpToDate(client)) return [];
  const engine = await openSchemaEngine(url); // takes Prisma's advisory lock itself
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationsList(),
      filters: FILTERS,
    });
    return appliedMigrationNames;
  } catch (error) {
    throw new OperatorError(
      `${error.message ?? error}\nThe database could not be brought up to date, its own words are above: restore a backup or mend what they name, then start again.`,
    );
  } finally {
    engine.free();
  }
}

/**
 * What `schema.prisma` says beyond the migrations, as SQL; null when they agree.
 * `emptyUrl` names an empty database; the migrations are applied to it.
 */
export async function findSchemaDrift(emptyUrl) {
  const engine = await openSchemaEngine(emptyUrl);
  try {
    await engine.applyMigrations({ migrationsList: migrationsList(), filters: FILTERS });
    const files = schemaFiles();
    const diff = await engine.diff({
      from: { tag: 'schemaDatasource', configDir: process.cwd(), ...files },
      to: { tag: 'schemaDatamodel', ...files },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: FILTERS,
    });
    const DIFFERENT = 2;
    return diff.exitCode === DIFFERENT ? diff.stdout : null;
  } finally {
    engine.free();
  }
}

/** Runs `work(url)` on an empty database beside the one of `client`, and drops it afterwards. */
export async function withScratchDatabase(client, url, work) {
  const name = `millrace_scratch_${process.pid}`;
  const scratchUrl = new URL(url);
  scratchUrl.pathname = `/${name}`;
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  try {
    return await work(scratchUrl.href);
  } finally {
    await client.query(`drop database ${name} with (force)`);
  }
}

/** The engine takes half a second to load; most starts find nothing to do and needn't. */
async function isUpToDate(client) {
  try {
    const { rows } = await client.query(
      'select migration_name, finished_at, rolled_back_at from _prisma_migrations',
    );
    const failed = rows.some((row) => !row.finished_at && !row.rolled_back_at);
    const applied = new Set(
      rows.filter((row) => row.finished_at && !row.rolled_back_at).map((row) => row.migration_name),
    );
    return !failed && readMigrations().every(({ name }) => applied.has(name));
  } catch (error) {
    if (error.code === UNDEFINED_TABLE) return false;
    throw error;
  }
}

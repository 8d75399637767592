import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readArchive } from './backup-archive.mjs';
import { nameOf, readTables } from './backup-database.mjs';
import { applyMigrations, readApplied, readMigrations } from './migrate.mjs';
import { OperatorError } from './operator-error.mjs';

/** A partition's bounds in the format of pg_get_expr: literals only. */
const BOUND = /^(DEFAULT|FOR VALUES FROM \([^();]*\) TO \([^();]*\))$/;
const OPTION = /^[a-z_]+=[a-z0-9_.]+$/;

/** Returns the header of an archive. @throws OperatorError if it is none, or of a newer version */
export async function readHeader(file) {
  for await (const { content } of readArchive(file)) {
    const known = new Set(readMigrations().map(({ name }) => name));
    const unknown = content.migrations.filter((name) => !known.has(name));
    if (unknown.length === 0) return content;
    throw new OperatorError(
      `${file} was made by a newer Millrace (it has ${unknown.join(', ')}, which this one does not know): ` +
        'restore it with that version.',
    );
  }
  throw new OperatorError(`${file} is empty.`);
}

/**
 * Restores an archive into the database of `client`, which must be empty, and migrates it, in one
 * transaction. `progress` is kept up to date: `{table, rows}`.
 */
export async function restoreDatabase(client, { file, progress }) {
  const header = await readHeader(file);
  await requireEmpty(client, header);
  await applyMigrations(client, { only: header.migrations });
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await clearTables(client);
    for (const partition of header.partitions) await createPartition(client, partition);
    await loadTables(client, file, progress);
    for (const { schema, name, lastValue } of header.sequences)
      await client.query('select setval($1::regclass, $2)', [nameOf(client, { schema, name }), lastValue]);
    // expires the logs' cursors
    await client.query('update installation set database_generation = gen_random_uuid()');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await client.query('analyze');
  await applyMigrations(client);
}

/** A database is empty if it has no tables, or no accounts and no runs in progress. */
async function requireEmpty(client, { migrations }) {
  const { rows } = await client.query(
    `select count(*)::int as tables, to_regclass('public."user"') is not null as migrated
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'runtime') and c.relkind in ('r', 'p')`,
  );
  if (rows[0].tables === 0) return;
  const { applied } = await readApplied(client);
  const isOurs = rows[0].migrated && [...applied].every((name) => migrations.includes(name));
  const { rows: people } = isOurs
    ? await client.query('select from public."user" limit 1')
    : { rows: [null] };
  if (people.length > 0) {
    throw new OperatorError(
      'The database is not empty, and a restore never overwrites: set DATA_DIR to a new folder, ' +
        'or DATABASE_URL to a new database.',
    );
  }
  const { rows: running } = await client.query(
    "select from runtime.process where heartbeat_at > now() - interval '30 seconds' limit 1",
  );
  if (running.length > 0)
    throw new OperatorError('Millrace is running on this database: stop it, then restore.');
}

/** Clears the tables, because migrations insert some rows, and parts for the coming months. */
async function clearTables(client) {
  const tables = (await readTables(client)).map((table) => nameOf(client, table));
  await client.query(`truncate ${tables.join(', ')}`);
}

async function createPartition(client, { schema, name, parent, bound, options }) {
  if (!BOUND.test(bound) || !options.every((option) => OPTION.test(option)))
    throw new OperatorError(`The backup is damaged: "${bound}" bounds no part of a table.`);
  const storage = options.length > 0 ? ` with (${options.join(', ')})` : '';
  const parentName = nameOf(client, { schema, name: parent });
  await client.query(
    `create table if not exists ${nameOf(client, { schema, name })}
      partition of ${parentName} ${bound}${storage}`,
  );
}

async function loadTables(client, file, progress) {
  const frames = readArchive(file);
  let next = await frames.next();
  async function* rowsOfTable() {
    for (; !next.done && next.value.kind === 'data'; next = await frames.next()) yield next.value.content;
  }
  while (!next.done) {
    const { kind, content } = next.value;
    next = await frames.next();
    if (kind === 'table') await loadTable(client, content, { rows: rowsOfTable(), progress });
  }
}

async function loadTable(client, table, { rows, progress }) {
  const { default: copyStreams } = await import('pg-copy-streams');
  progress.table = table.name;
  const columns = table.columns.map((name) => client.escapeIdentifier(name)).join(', ');
  const target = client.query(copyStreams.from(`copy ${nameOf(client, table)} (${columns}) from stdin`));
  await pipeline(Readable.from(rows, { objectMode: true }), target);
  progress.rows += target.rowCount;
}

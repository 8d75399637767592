import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project.mjs';

const MIGRATIONS = 'prisma/migrations';
const SCHEMA = 'prisma/schema.prisma';
const CHAR_OID = 18;
const TEXT_OID = 25;

let wasm;

/**
 * Only Postgres schema `public` is Prisma's; it never looks into `runtime`, so nothing has to be exempted.
 */
export const FILTERS = { externalTables: [], externalEnums: [] };

/** `schema.prisma` as the engine wants it. */
export function schemaFiles() {
  return { files: [{ path: 'schema.prisma', content: fs.readFileSync(inProject(SCHEMA), 'utf8') }] };
}

/** The migrations in the clone, in order: `[{name, sql}]`. */
export function readMigrations() {
  const folder = inProject(MIGRATIONS);
  if (!fs.existsSync(folder)) return [];
  const names = fs
    .readdirSync(folder)
    .filter((name) => fs.existsSync(path.join(folder, name, 'migration.sql')));
  return names
    .sort()
    .map((name) => ({ name, sql: fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') }));
}

/** The migrations as the engine wants them: all, or those given. */
export function migrationsList(migrations = readMigrations()) {
  const lockfile = inProject(MIGRATIONS, 'migration_lock.toml');
  return {
    baseDir: inProject(MIGRATIONS),
    shadowDbInitScript: '',
    lockfile: {
      path: 'migration_lock.toml',
      content: fs.existsSync(lockfile) ? fs.readFileSync(lockfile, 'utf8') : null,
    },
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

/**
 * Prisma's own schema engine as WebAssembly, over adapter-pg on `url`: what `prisma migrate` does, without
 * the native engine that its CLI would download. Its connections, and the advisory lock they hold, end with
 * `work`.
 */
export async function withSchemaEngine(url, work) {
  const { bindMigrationAwareSqlAdapterFactory } = await import('@prisma/driver-adapter-utils');
  const connections = [];
  const adapter = bindMigrationAwareSqlAdapterFactory(await migrationAdapter(url, connections));
  const { SchemaEngine } = await loadWasm();
  const { files } = schemaFiles();
  const datamodels = files.map(({ path: name, content }) => [name, content]);
  const engine = await SchemaEngine.new({ datamodels }, () => {}, adapter);
  try {
    return await work(engine);
  } finally {
    engine.free();
    await Promise.all(connections.map((connection) => connection.dispose()));
  }
}

/**
 * Once for a process: the bindings keep views of the memory of the first instance and break with a second.
 */
function loadWasm() {
  wasm ??= instantiateWasm();
  return wasm;
}

async function instantiateWasm() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY ??= { set_message: (message) => console.error(message) };
  const require = createRequire(import.meta.url);
  const folder = path.dirname(require.resolve('@prisma/schema-engine-wasm'));
  const bindings = await import(pathToFileURL(path.join(folder, 'schema_engine_bg.js')).href);
  const code = fs.readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

async function migrationAdapter(url, connections) {
  const { PrismaPg } = await import('@prisma/adapter-pg');
  const { ColumnTypeEnum } = await import('@prisma/driver-adapter-utils');
  class MigrationAdapter extends PrismaPg {
    async connect() {
      const connection = await super.connect();
      connections.push(connection);
      return labelCharColumns(sendScriptsWhole(connection), ColumnTypeEnum.Character);
    }
  }
  return new MigrationAdapter({ connectionString: url });
}

/** adapter-pg cuts scripts at every `;`, which breaks function bodies and the script's one transaction. */
function sendScriptsWhole(connection) {
  connection.executeScript = async (script) => {
    await connection.client.query(script);
  };
  return connection;
}

/**
 * adapter-pg knows no name for the type "char", which introspection selects: read it as text, label it
 * afterwards.
 */
function labelCharColumns(connection, label) {
  const charColumns = new WeakMap();
  const performIO = connection.performIO.bind(connection);
  const queryRaw = connection.queryRaw.bind(connection);
  connection.performIO = async (query) => {
    const result = await performIO(query);
    const isChar = (result.fields ?? []).map((field) => field.dataTypeID === CHAR_OID);
    charColumns.set(query, isChar);
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR_OID) field.dataTypeID = TEXT_OID;
    return result;
  };
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const isChar = charColumns.get(query) ?? [];
    result.columnTypes = result.columnTypes.map((type, index) => (isChar[index] ? label : type));
    return result;
  };
  return connection;
}

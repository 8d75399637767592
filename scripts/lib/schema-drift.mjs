import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import { withClient } from './database.mjs';
import { applyMigrations } from './migrate.mjs';
import { inProject, PROJECT_ROOT } from './project.mjs';

const DIFF_FOUND = 2;
/** Prisma manages only the schema `public` and never reads `runtime`, so nothing has to be exempted. */
const FILTERS = { externalTables: [], externalEnums: [] };

/** The types of the columns of Postgres's catalogs, by OID, in Prisma's terms. */
const COLUMN_TYPES = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  19: ColumnTypeEnum.Text,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  25: ColumnTypeEnum.Text,
  26: ColumnTypeEnum.Int64,
  1003: ColumnTypeEnum.TextArray,
  1005: ColumnTypeEnum.Int32Array,
  1007: ColumnTypeEnum.Int32Array,
  1009: ColumnTypeEnum.TextArray,
  1043: ColumnTypeEnum.Text,
};

/**
 * Finds the additions of `schema.prisma` to the migrations, as SQL; null if they agree. `emptyUrl` names an
 * empty database; the migrations are applied to it.
 * @param {string} emptyUrl
 * @returns {Promise<string | null>}
 */
export async function findSchemaDrift(emptyUrl) {
  await withClient(emptyUrl, applyMigrations);
  const content = fs.readFileSync(inProject('prisma/schema.prisma'), 'utf8');
  const files = [{ path: 'schema.prisma', content }];
  return withClient(emptyUrl, async (client) => {
    const { SchemaEngine } = await loadEngine();
    const adapter = bindMigrationAwareSqlAdapterFactory(adapterOver(client));
    const engine = await SchemaEngine.new({ datamodels: [['schema.prisma', content]] }, () => {}, adapter);
    try {
      const diff = await engine.diff({
        from: { tag: 'schemaDatasource', configDir: PROJECT_ROOT, files },
        to: { tag: 'schemaDatamodel', files },
        script: true,
        exitCode: true,
        filters: FILTERS,
      });
      return diff.exitCode === DIFF_FOUND ? diff.stdout : null;
    } finally {
      engine.free();
    }
  });
}

/** @type {Promise<typeof import('@prisma/schema-engine-wasm')> | undefined} */
let loaded;

/**
 * Loads the engine of Prisma's command as WebAssembly, packed for bundlers. Once per process: its bindings
 * keep views of the first instance's memory and fail with a second one.
 */
function loadEngine() {
  loaded ??= instantiate();
  return loaded;
}

async function instantiate() {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bindings = await import(pathToFileURL(path.join(folder, 'schema_engine_bg.js')).href);
  const code = fs.readFileSync(path.join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  /** @type {() => void} */ (instance.exports.__wbindgen_start)();
  return bindings;
}

/**
 * Returns Prisma's interface to a database, over a connection that stays open. Prisma's own for Postgres
 * has no name for the type "char", which the schema engine selects.
 * @param {import('pg').Client} client
 * @returns {import('@prisma/driver-adapter-utils').SqlMigrationAwareDriverAdapterFactory}
 */
function adapterOver(client) {
  const about = { provider: /** @type {const} */ ('postgres'), adapterName: 'millrace-catalogs' };
  const query = ({ sql, args }) => client.query({ text: sql, values: args, rowMode: 'array' });
  const refuse = () => Promise.reject(new Error('A comparison of schemas writes nothing.'));
  const connection = {
    ...about,
    async queryRaw(asked) {
      const { fields, rows } = await query(asked);
      const columnTypes = fields.map(({ name, dataTypeID }) => {
        if (dataTypeID in COLUMN_TYPES) return COLUMN_TYPES[dataTypeID];
        throw new Error(`No type is known for column ${name}, of OID ${dataTypeID}.`);
      });
      return { columnNames: fields.map(({ name }) => name), columnTypes, rows };
    },
    executeRaw: async (asked) => (await query(asked)).rowCount ?? 0,
    executeScript: async (script) => void (await client.query(script)),
    startTransaction: refuse,
    dispose: async () => {},
  };
  return { ...about, connect: async () => connection, connectToShadowDb: refuse };
}

import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { appEnvironment } from './app-process.mjs';
import { joinEmbedded, migrateDatabase, withClient } from './database.mjs';
import { findSchemaDrift, withScratchDatabase } from './migrate.mjs';
import { findFreePort } from './ports.mjs';
import { vitestCheck } from './vitest-check.mjs';

const SECRET_BYTES = 32;

/** A migrated Postgres of the tests' own, and the environment that leads the product's code to it. */
export async function openTestDatabase(lifetime, folder) {
  const dataFolder = path.join(folder, 'tests');
  const { url } = await joinEmbedded(lifetime, dataFolder, { durable: false });
  await migrateDatabase(url);
  const secret = () => randomBytes(SECRET_BYTES).toString('base64');
  const env = appEnvironment({
    databaseUrl: url,
    dataFolder,
    secrets: { NEXTAUTH_SECRET: secret(), ENCRYPTION_KEY: secret() },
    port: await findFreePort(),
    host: '127.0.0.1',
    mode: 'test',
  });
  return { url, env };
}

/** schema.prisma says what the migrations make. */
export function driftCheck(url) {
  return {
    name: 'migrations match the schema',
    run: async () => {
      const sql = await withClient(url, (client) => withScratchDatabase(client, url, findSchemaDrift));
      return {
        passed: sql ? 0 : 1,
        failed: sql ? 1 : 0,
        output: `schema.prisma is ahead of the migrations by:\n${sql}`,
      };
    },
  };
}

export function databaseTests(lifetime, { env, filters }) {
  return vitestCheck(lifetime, { name: 'database tests', project: 'db', env, filters });
}

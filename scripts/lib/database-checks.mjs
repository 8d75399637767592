import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { appEnvironment } from './app-environment.mjs';
import { joinEmbedded, migrateDatabase, withClient } from './database.mjs';
import { withScratchDatabase } from './migrate.mjs';
import { findFreePort } from './ports.mjs';
import { vitestCheck } from './vitest-check.mjs';

const SECRET_BYTES = 32;

/** Database tests mostly wait: with three workers, two cores were only half used. */
const WORKERS_PER_CORE = 2.5;

/** Opens a migrated Postgres for the tests, and the environment that points the product's code to it. */
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

/** Checks that schema.prisma equals the result of the migrations. */
export function driftCheck(url) {
  return {
    name: 'migrations match the schema',
    run: async () => {
      // A fresh clone reads this file before Prisma's packages are installed.
      const { findSchemaDrift } = await import('./schema-drift.mjs');
      const sql = await withClient(url, (client) => withScratchDatabase(client, url, findSchemaDrift));
      return {
        passed: sql ? 0 : 1,
        failed: sql ? 1 : 0,
        output: `schema.prisma is ahead of the migrations by:\n${sql}`,
      };
    },
  };
}

/**
 * Runs database tests with one database per worker, each a copy of the migrated one: a worker's tests have
 * their own queues and processes.
 */
export function databaseTests(lifetime, { url, env, selection }) {
  const workers = Math.max(1, Math.floor(os.availableParallelism() * WORKERS_PER_CORE));
  const check = vitestCheck(lifetime, {
    name: 'database tests',
    stage: 'db',
    projects: ['db', 'db-alone'],
    env: { ...env, TEST_DATABASES: String(workers) },
    selection,
  });
  return { ...check, run: () => copyForWorkers(url, workers).then(check.run) };
}

async function copyForWorkers(url, workers) {
  const maintenance = new URL(url);
  const template = maintenance.pathname.slice(1);
  maintenance.pathname = '/postgres';
  await withClient(maintenance.href, async (client) => {
    for (let worker = 1; worker <= workers; worker += 1)
      await client.query(`create database ${template}_${worker} template ${template}`);
  });
}

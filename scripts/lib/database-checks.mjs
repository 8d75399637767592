import os from 'node:os';
import path from 'node:path';
import { appEnvironment } from './app-environment.mjs';
import { joinEmbedded, migrateDatabase, withClient } from './database.mjs';
import { findFreePort } from './ports.mjs';
import { vitestCheck } from './vitest-check.mjs';

/** They start processes and wait for them: with one worker per core, the cores were half used. */
const WORKERS_PER_CORE = 2.5;

/**
 * Opens a migrated Postgres for the tests, and the environment that points the product's code to it;
 * vitest.config.ts adds the secrets. It is opened here because Vitest closes nothing when it is interrupted.
 */
export async function openTestDatabase(lifetime, folder) {
  const dataFolder = path.join(folder, 'tests');
  const { url } = await joinEmbedded(lifetime, dataFolder, { durable: false });
  await migrateDatabase(url);
  const port = await findFreePort();
  const env = appEnvironment({
    databaseUrl: url,
    dataFolder,
    secrets: {},
    port,
    host: '127.0.0.1',
    mode: 'test',
  });
  return { url, env };
}

/**
 * Runs database tests with one database per worker, each a copy of the migrated one: a worker's tests have
 * their own queues and processes.
 */
export function databaseTests(lifetime, { url, env, selection, workersPerCore = WORKERS_PER_CORE }) {
  const workers = Math.max(1, Math.floor(os.availableParallelism() * workersPerCore));
  const check = vitestCheck(lifetime, {
    name: 'database tests',
    stage: 'db',
    projects: ['db', 'db-own', 'db-alone'],
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

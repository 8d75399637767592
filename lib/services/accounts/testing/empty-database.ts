import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { dropDatabase } from '../../../../scripts/lib/migrate.mjs';
import { newId } from '../../../platform/ids';
import { closeDatabase } from '../../../platform/postgres/db';

const MIGRATIONS = 'prisma/migrations';

export interface EmptyDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty, migrated database next to the test's. */
export async function createEmptyDatabase(besideUrl: string): Promise<EmptyDatabase> {
  const name = `empty_${newId().replaceAll('-', '')}`;
  await connected(besideUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = Object.assign(new URL(besideUrl), { pathname: `/${name}` }).href;
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).toSorted();
  await connected(url, async (client) => {
    for (const folder of names)
      await client.query(readFileSync(join(MIGRATIONS, folder, 'migration.sql'), 'utf8'));
  });
  return { url, drop: () => connected(besideUrl, (client) => dropDatabase(client, name)) };
}

/**
 * Makes an empty, migrated database the one of this file's tests, for what depends on statistics: those of the
 * shared one depend on what other tests left there. To be called before anything connects.
 */
export async function useEmptyDatabase(): Promise<{ end(): Promise<void> }> {
  const empty = await createEmptyDatabase(process.env.DATABASE_URL ?? '');
  vi.stubEnv('DATABASE_URL', empty.url);
  return {
    end: async () => {
      await closeDatabase();
      vi.unstubAllEnvs();
      await empty.drop();
    },
  };
}

async function connected(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { newId } from '../../../platform/ids';

const MIGRATIONS = 'prisma/migrations';

export interface EmptyDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A database of its own beside the test's, migrated and with nobody in it. */
export async function createEmptyDatabase(besideUrl: string): Promise<EmptyDatabase> {
  const name = `empty_${newId().replaceAll('-', '')}`;
  await run(besideUrl, [`CREATE DATABASE ${name}`]);
  const url = Object.assign(new URL(besideUrl), { pathname: `/${name}` }).href;
  const folders = readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).toSorted();
  await run(
    url,
    names.map((folder) => readFileSync(join(MIGRATIONS, folder, 'migration.sql'), 'utf8')),
  );
  return { url, drop: () => run(besideUrl, [`DROP DATABASE ${name} WITH (FORCE)`]) };
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

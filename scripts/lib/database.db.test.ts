import { expect, test } from 'vitest';
import { withClient } from './database.mjs';
import { applyMigrations, findSchemaDrift, withScratchDatabase } from './migrate.mjs';
import { findFreePort } from './ports.mjs';
import { setting } from './project.mjs';
import { readMigrations } from './schema-engine.mjs';

const url = setting('DATABASE_URL') ?? '';

test('an unreachable database is refused in a sentence that names it without its password', async () => {
  const port = await findFreePort();
  const refusal = withClient(`postgresql://app:hush@127.0.0.1:${port}/shop`, async () => {});
  await expect(refusal).rejects.toThrow(
    `The database at 127.0.0.1:${port}/shop can't be used, because nothing answers there: start it, or correct DATABASE_URL.`,
  );
});

test('an address that is not PostgreSQL’s is refused', async () => {
  await expect(withClient('mysql://app@127.0.0.1/shop', async () => {})).rejects.toThrow(
    /not a PostgreSQL address/,
  );
});

test('a database that does not exist is named', async () => {
  const missing = new URL(url);
  missing.pathname = '/no_such_database';
  await expect(withClient(missing.href, async () => {})).rejects.toThrow(/no database of that name/);
});

test('migrations are applied once and in order, also by two processes at a time', async () => {
  const names = readMigrations().map(({ name }) => name);
  await withClient(url, (client) =>
    withScratchDatabase(client, url, async (scratch: string) => {
      const both = await Promise.all(
        [1, 2].map(() => withClient(scratch, (own) => applyMigrations(own, scratch))),
      );
      expect(both.flat()).toEqual(names);
      expect(await withClient(scratch, (own) => applyMigrations(own, scratch))).toEqual([]);
    }),
  );
});

test('a schema that the migrations make has no drift, whatever lies in the schema "runtime"', async () => {
  const drift = await withClient(url, (client) => withScratchDatabase(client, url, findSchemaDrift));
  expect(drift).toBeNull();
});

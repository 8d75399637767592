import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkOf } from '../../../lib/platform/encryption/key-check.mjs';
import { migrateDatabase, withClient } from '../database.mjs';
import { joinEmbeddedPostgres } from '../postgres/embedded-postgres.mjs';
import { lineOf, requireOwnContents, requireSound, runChecks } from './run-checks.mjs';

let folder: string;
let server: Awaited<ReturnType<typeof joinEmbeddedPostgres>>;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-checks-'));
  fs.chmodSync(folder, 0o755); // root's server runs as another account
  server = await joinEmbeddedPostgres({ folder, durable: false });
});
afterAll(async () => {
  await server.leave();
  fs.rmSync(folder, { recursive: true });
});

/** A database of a test, the address of the superuser there, and the one of the role that owns it. */
let name: string;
let admin: string;
let owner: string;
beforeEach(async () => {
  name = `checks_${randomBytes(4).toString('hex')}`;
  admin = withPath(server.adminUrl, name);
  owner = asRole(`${name}_owner`);
  await withClient(server.adminUrl, async (client) => {
    await client.query(`create role ${name}_owner login password 'x'`);
    await client.query(`create role ${name}_other login password 'x'`);
    await client.query(`create database ${name} owner ${name}_owner`);
  });
});
afterEach(() =>
  withClient(server.adminUrl, async (client) => {
    await client.query(`drop database ${name} with (force)`);
    await client.query(`drop role ${name}_owner`);
    await client.query(`drop role ${name}_other`);
  }),
);

function withPath(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

function asRole(role: string): string {
  const address = new URL(withPath(server.adminUrl, name));
  address.username = role;
  address.password = 'x';
  return address.href;
}

const byAdmin = (sql: string) => withClient(admin, (client) => client.query(sql));
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

/** Returns a line for each finding about the database. */
async function said(url: string, more: object = {}): Promise<string[]> {
  const results = await runChecks({ url, ...more });
  return results.flatMap(({ finding }) => (finding === null ? [] : [lineOf(url, finding)]));
}

test('a database of its own passes, empty and migrated, and nothing is written to it', async () => {
  expect(await said(owner, { secrets: { ENCRYPTION_KEY: key(1) }, processes: 1 })).toEqual([]);
  const tables = await byAdmin("select from pg_class where relnamespace = 'public'::regnamespace");
  expect(tables.rowCount).toBe(0);
  await migrateDatabase(owner);
  expect(await said(owner, { secrets: { ENCRYPTION_KEY: key(1) } })).toEqual([]);
});

test('a key that is not the one of the data is refused before a migration; the one before it is taken', async () => {
  await migrateDatabase(owner);
  await byAdmin(`update installation set encryption_check = '${checkOf(Buffer.alloc(32, 1))}'`);
  expect(await said(owner, { secrets: { ENCRYPTION_KEY: key(2) } })).toEqual([
    expect.stringContaining('ENCRYPTION_KEY is not the key that this data was encrypted with'),
  ]);
  expect(await said(owner, { secrets: { ENCRYPTION_KEY: key(1) } })).toEqual([]);
  const both = { ENCRYPTION_KEY: key(2), ENCRYPTION_KEY_PREVIOUS: key(1) };
  expect(await said(owner, { secrets: both })).toEqual([]);
  expect(await said(owner, { secrets: { ENCRYPTION_KEY: 'short' } })).toEqual([
    expect.stringContaining('ENCRYPTION_KEY must be 32 bytes in base64'),
  ]);
});

test('a search path with another schema first is refused with the statement that mends it', async () => {
  await byAdmin(`create schema app; alter role ${name}_owner set search_path = app, public`);
  await byAdmin(`grant all on schema app to ${name}_owner`);
  const [line] = await said(owner);
  expect(line).toContain(`the search_path of ${name}_owner is app, public`);
  await byAdmin(line!.match(/ALTER ROLE .* = public/)![0]);
  expect(await said(owner)).toEqual([]);
  expect(await said(`${owner}?schema=app`)).toEqual([expect.stringContaining('leave ?schema= out')]);
});

test('a role that may not make tables is refused with the statements that mend it', async () => {
  const other = asRole(`${name}_other`);
  const [closed] = await said(other);
  expect(closed).toContain('may not create tables in the schema public');
  await byAdmin(closed!.match(/GRANT .*? TO \w+/)![0]);
  const [noSchemas] = await said(other);
  expect(noSchemas).toContain('may not create schemas in it');
  await byAdmin(noSchemas!.match(/GRANT .*? TO \w+/)![0]);
  expect(await said(other)).toEqual([]);
});

test('a role that may not even use the schema public hears of its rights, not of a search path', async () => {
  await byAdmin('revoke all on schema public from public');
  const [line, ...more] = await said(asRole(`${name}_other`));
  expect(line).toContain('may not create tables in the schema public');
  expect(more).toEqual([]);
});

test('a role that does not own the tables is refused, unless it is a member of the owner', async () => {
  await migrateDatabase(owner);
  const other = asRole(`${name}_other`);
  await byAdmin(`grant usage, create on schema public, runtime to ${name}_other`);
  const [line] = await said(other);
  expect(line).toMatch(/does not own the tables public\.\S+, public\.\S+, public\.\S+ and \d+ more/);
  await byAdmin(line!.match(/GRANT .*? TO \w+/)![0]);
  expect(await said(other)).toEqual([]);
});

test('tables of others beside those of Millrace are nobody’s fault', async () => {
  await migrateDatabase(owner);
  await byAdmin('create table public.spatial_ref_sys (id int)');
  expect(await said(owner)).toEqual([]);
});

test('what only reads needs no rights to write, and still the right key and version', async () => {
  await migrateDatabase(owner);
  await byAdmin(`update installation set encryption_check = '${checkOf(Buffer.alloc(32, 1))}'`);
  await byAdmin(`grant pg_read_all_data to ${name}_other`);
  const other = asRole(`${name}_other`);
  await requireOwnContents({ url: other, secrets: { ENCRYPTION_KEY: key(1) } });
  await expect(requireOwnContents({ url: other, secrets: { ENCRYPTION_KEY: key(2) } })).rejects.toThrow(
    'ENCRYPTION_KEY is not the key',
  );
});

test('a read-only database is refused with the statement that mends it', async () => {
  await byAdmin(`alter database ${name} set default_transaction_read_only = on`);
  const [line] = await said(owner);
  expect(line).toContain('its transactions are read-only');
  await withClient(server.adminUrl, (client) => client.query(line!.match(/ALTER DATABASE .* = off/)![0]));
  expect(await said(owner)).toEqual([]);
});

test('an encoding that can not hold every text is refused', async () => {
  const latin = `${name}_latin`;
  await withClient(server.adminUrl, (client) =>
    client.query(
      `create database ${latin} owner ${name}_owner encoding 'LATIN1' locale 'C' template template0`,
    ),
  );
  expect(await said(withPath(owner, latin))).toEqual([expect.stringContaining('its encoding is LATIN1')]);
  await withClient(server.adminUrl, (client) => client.query(`drop database ${latin}`));
});

test('fewer connections than the pools may open are a warning that names whose limit it is', async () => {
  await byAdmin(`alter role ${name}_owner connection limit 12`);
  expect(await said(owner, { processes: 1 })).toEqual([
    expect.stringMatching(
      /^Warning: .* allows 12 connections \(CONNECTION LIMIT of the role\) .* may open 38/,
    ),
  ]);
  await requireSound({ url: owner, processes: 1 });
});

test('tables of something else, and a newer version, are refused', async () => {
  await migrateDatabase(owner);
  await byAdmin("insert into _prisma_migrations values ('x', '', now(), '29990101000000_teleport')");
  await expect(requireSound({ url: owner })).rejects.toThrow(/^The database belongs to a newer Millrace/);
});

test('every fault is said, one line each', async () => {
  await byAdmin(`create schema app; alter role ${name}_other set search_path = app`);
  await byAdmin(`alter database ${name} set default_transaction_read_only = on`);
  const refusal = await requireSound({ url: asRole(`${name}_other`) }).catch((error: Error) => error);
  const lines = (refusal as Error).message.split('\n');
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(/^The database at 127\.0\.0\.1:\d+\/\w+ can't be used, because .*\.$/);
});

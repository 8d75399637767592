import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeArchive } from './backup-archive.mjs';
import { exportDatabase, inForeignKeyOrder, readTables } from './backup-database.mjs';
import { withClient } from './database.mjs';
import { patient } from './machine-speed.mjs';
import { applyMigrations, withScratchDatabase } from './migrate.mjs';
import { setting } from './project.mjs';
import { readHeader, restoreDatabase } from './restore-database.mjs';

const url = setting('DATABASE_URL') ?? '';
const KEY = randomBytes(32).toString('base64');
const SECRETS = { ENCRYPTION_KEY: KEY, NEXTAUTH_SECRET: 'kept apart' };

let folder: string;
let file: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-backup-'));
  file = path.join(folder, 'millrace.backup');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

type Work = (client: pg.Client, url: string) => Promise<unknown>;

/** Runs each test on its own empty database. */
async function inScratch(work: Work) {
  await withClient(url, (outer) =>
    withScratchDatabase(outer, url, (own: string) => withClient(own, (client) => work(client, own))),
  );
}

/** Creates an installation with an account, a log with characters that COPY escapes, and an old month. */
async function fill(client: pg.Client) {
  await applyMigrations(client);
  await client.query(`select runtime.ensure_partitions('2025-03-01', 1)`);
  await client.query(
    `insert into public."user" (id, email, name) ` +
      `values (gen_random_uuid(), 'you@example.com', E'tab\\there \\\\. \\n ü')`,
  );
  await client.query(
    `insert into runtime.log_payload (started_at, log_id, workflow_id, snapshot_hash, trace_spans,
       final_output, cost)
     select '2025-03-07', gen_random_uuid(), gen_random_uuid(), decode('00ff', 'hex'), repeat('x', n),
       '{"a": "\n"}', '{}'
     from generate_series(1, 300) n`,
  );
}

async function backUp(client: pg.Client, options = {}) {
  const progress = { table: '', rows: 0, bytes: 0 };
  return writeArchive(
    file,
    exportDatabase(client, { encryptionKey: KEY, secrets: null, progress, ...options }),
  );
}

const restore = (client: pg.Client) => restoreDatabase(client, { file, progress: { table: '', rows: 0 } });

/** Returns every row of every table as text, except for the values that a restore changes. */
async function contents(client: pg.Client) {
  const tables: Array<{ schema: string; name: string }> = await readTables(client);
  const read = tables.map(async ({ schema, name }) => {
    const { rows } = await client.query(
      `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${schema}."${name}" t`,
    );
    return [name, name === 'installation' ? '' : rows[0].text];
  });
  return Object.fromEntries(await Promise.all(read));
}

const generation = async (client: pg.Client) =>
  (await client.query('select database_generation as is from installation')).rows[0].is;

test(
  'a backup restored into an empty database holds every row, and expires the logs’ cursors',
  async () => {
    await inScratch(async (original) => {
      await fill(original);
      const before = await contents(original);
      await backUp(original);
      await inScratch(async (copy) => {
        await restore(copy);
        expect(await contents(copy)).toEqual(before);
        expect(before.log_payload).toContain('x'.repeat(300));
        expect(await generation(copy)).not.toBe(await generation(original));
        expect(await applyMigrations(copy)).toEqual([]);
      });
    });
  },
  patient(120_000),
);

test(
  'what is written while the backup is taken is in it whole or not at all',
  async () => {
    await inScratch(async (original, own) => {
      await fill(original);
      const frames = exportDatabase(original, {
        encryptionKey: KEY,
        secrets: null,
        progress: { table: '', rows: 0, bytes: 0 },
      });
      const seen: Buffer[] = [(await frames.next()).value as Buffer]; // the header: the moment is fixed
      await withClient(own, (other) => other.query('update public."user" set email = \'late@example.com\''));
      for await (const each of frames) seen.push(each);
      const bytes = Buffer.concat(seen).toString();
      expect(bytes).toContain('you@example.com');
      expect(bytes).not.toContain('late@example.com');
    });
  },
  patient(120_000),
);

test(
  'a database with people in it is never overwritten',
  async () => {
    await inScratch(async (original) => {
      await fill(original);
      await backUp(original);
      await expect(restore(original)).rejects.toThrow(/is not empty, and a restore never overwrites/);
    });
  },
  patient(120_000),
);

test(
  'a damaged, half or foreign file restores nothing, and the whole one afterwards all',
  async () => {
    await inScratch(async (original) => {
      await fill(original);
      await backUp(original);
      const whole = fs.readFileSync(file);
      await inScratch(async (copy) => {
        fs.writeFileSync(file, whole.subarray(0, whole.length - 200));
        await expect(restore(copy)).rejects.toThrow(/is damaged or incomplete: nothing of it was restored/);
        fs.writeFileSync(file, 'Dear diary');
        await expect(restore(copy)).rejects.toThrow(/is damaged or incomplete/);
        fs.writeFileSync(file, whole);
        await restore(copy);
        expect((await copy.query('select email from public."user"')).rows).toEqual([
          { email: 'you@example.com' },
        ]);
      });
    });
  },
  patient(120_000),
);

test(
  'a backup of a newer version is refused in words',
  async () => {
    await inScratch(async (original) => {
      await fill(original);
      await original.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
        values ('x', '', '29990101000000_teleport', now())`,
      );
      await backUp(original);
      await inScratch((copy) =>
        expect(restore(copy)).rejects.toThrow(/made by a newer Millrace \(it has 29990101000000_teleport/),
      );
    });
  },
  patient(120_000),
);

test(
  'a backup file is its owner’s alone, holds secrets only when asked, and replaces no other',
  async () => {
    await inScratch(async (original) => {
      await applyMigrations(original);
      await backUp(original);
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
      await expect(backUp(original)).rejects.toThrow(`${file} is there already: name another file.`);
      expect(fs.readdirSync(folder)).toEqual(['millrace.backup']);
      expect(await readHeader(file)).not.toHaveProperty('secrets');
      expect(JSON.stringify(await readHeader(file))).not.toContain(KEY);
      fs.rmSync(file);
      await backUp(original, { secrets: SECRETS });
      expect(await readHeader(file)).toMatchObject({ secrets: SECRETS });
    });
  },
  patient(120_000),
);

test('tables come after those that they refer to', () => {
  const table = (name: string) => ({ schema: 's', name, columns: [] });
  const keys = [
    { source: 's.a', target: 's.b' },
    { source: 's.b', target: 's.c' },
  ];
  expect(inForeignKeyOrder([table('a'), table('b'), table('c')], keys).map(({ name }) => name)).toEqual([
    'c',
    'b',
    'a',
  ]);
});

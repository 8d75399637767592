import { once } from 'node:events';
import net from 'node:net';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { requireThisVersion, withClient } from './database.mjs';
import { applyMigrations, readApplied, readMigrations, withScratchDatabase } from './migrate.mjs';
import { findFreePort } from './ports.mjs';
import { setting } from './project.mjs';
import { findSchemaDrift } from './schema-drift.mjs';

const url = setting('DATABASE_URL') ?? '';

test('an unreachable database is refused in a sentence that names it without its password', async () => {
  const port = await findFreePort();
  const refusal = withClient(`postgresql://app:hush@127.0.0.1:${port}/shop`, async () => {});
  await expect(refusal).rejects.toThrow(
    `The database at 127.0.0.1:${port}/shop can't be used, because nothing answers there: start it, ` +
      'or correct DATABASE_URL.',
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

/** Implements enough of PostgreSQL's protocol to report version 14. */
async function postgres14(): Promise<net.Server> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const authenticated = message('R', Buffer.from([0, 0, 0, 0]));
  const ready = message('Z', Buffer.from('I'));
  const int4Column = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]);
  const description = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('major\0'), int4Column]));
  const row = message('D', Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.from('14')]));
  const done = message('C', Buffer.from('SELECT 1\0'));
  const server = net.createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticated, ready]));
      socket.once('data', () => socket.write(Buffer.concat([description, row, done, ready])));
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

test('a database older than PostgreSQL 15 is refused with its version and the way out', async () => {
  const server = await postgres14();
  const { port } = server.address() as net.AddressInfo;
  const refusal = withClient(`postgresql://app:x@127.0.0.1:${port}/shop`, async () => {});
  await expect(refusal).rejects.toThrow(
    /is PostgreSQL 14 and Millrace needs 15 or newer: upgrade it, or leave DATABASE_URL empty/,
  );
  server.close();
});

test('migrations are applied once and in order, also by two processes at a time', async () => {
  const names = readMigrations().map(({ name }) => name);
  await withClient(url, (client) =>
    withScratchDatabase(client, url, async (scratch: string) => {
      const both = await Promise.all([1, 2].map(() => withClient(scratch, (own) => applyMigrations(own))));
      expect(both.flat()).toEqual(names);
      expect(await withClient(scratch, (own) => applyMigrations(own))).toEqual([]);
    }),
  );
});

test('a database that a newer version has brought further is refused in words', async () => {
  await withClient(url, (client) =>
    withScratchDatabase(client, url, async (scratch: string) => {
      await withClient(scratch, async (own) => {
        await applyMigrations(own);
        await own.query(
          `insert into _prisma_migrations (id, checksum, migration_name, finished_at)
            values ('x', '', '29990101000000_teleport', now())`,
        );
        await expect(applyMigrations(own)).rejects.toThrow(
          /^The database belongs to a newer Millrace \(it has 29990101000000_teleport, .*restore a backup/,
        );
      });
    }),
  );
});

test('a command leaves the version that it finds alone, and fills an empty database', async () => {
  const names = readMigrations().map(({ name }) => name);
  await withClient(url, (client) =>
    withScratchDatabase(client, url, async (scratch: string) => {
      const applied = () => withClient(scratch, async (own) => (await readApplied(own)).applied.size);
      await withClient(scratch, (own) => applyMigrations(own, { only: names.slice(0, -1) }));
      await expect(requireThisVersion(scratch)).rejects.toThrow(
        `The database belongs to an older Millrace (it lacks 1 of the migrations, from ${names.at(-1)} on)`,
      );
      expect(await applied()).toBe(names.length - 1);
    }),
  );
  await withClient(url, (client) =>
    withScratchDatabase(client, url, async (scratch: string) => {
      await requireThisVersion(scratch);
      expect(await withClient(scratch, async (own) => (await readApplied(own)).applied.size)).toBe(
        names.length,
      );
    }),
  );
});

/** Runs `work` on an empty database. */
const inScratch = (work: (own: pg.Client) => Promise<unknown>) =>
  withClient(url, (client) =>
    withScratchDatabase(client, url, (scratch: string) => withClient(scratch, work)),
  );

test('a migration that fails leaves nothing of itself, and goes on once its cause is gone', () =>
  inScratch(async (own) => {
    const [first] = readMigrations();
    await own.query('create schema runtime create table execution ()');
    await expect(applyMigrations(own)).rejects.toThrow(
      /already exists\nThe database could not be brought up to date, because migration \d+_runtime failed/,
    );
    expect((await readApplied(own)).applied).toEqual(new Set([first?.name]));
    await own.query('drop schema runtime cascade');
    expect(await applyMigrations(own)).toEqual(
      readMigrations()
        .slice(1)
        .map(({ name }) => name),
    );
  }));

test('a migration that broke off under Prisma’s engine is applied again', () =>
  inScratch(async (own) => {
    const names = readMigrations().map(({ name }) => name);
    await applyMigrations(own, { only: names.slice(0, -1) });
    await own.query(
      "insert into _prisma_migrations (id, checksum, migration_name) values ('x', '', $1)",
      names.slice(-1),
    );
    expect(await applyMigrations(own)).toEqual(names.slice(-1));
    expect(await readApplied(own)).toEqual({ applied: new Set(names), failed: false });
  }));

test('a database of something else is refused before anything is written', () =>
  inScratch(async (own) => {
    await own.query('create table shop_order (id int)');
    await expect(applyMigrations(own)).rejects.toThrow(/has tables of something else: give Millrace/);
    expect((await own.query("select to_regclass('_prisma_migrations') as history")).rows).toEqual([
      { history: null },
    ]);
  }));

test('the migrations make the schema of schema.prisma, whatever lies in the schema "runtime"', async () => {
  const drift = await withClient(url, (client) => withScratchDatabase(client, url, findSchemaDrift));
  expect(drift, 'schema.prisma is ahead of the migrations by').toBeNull();
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withClient } from '../database.mjs';
import { patient } from '../machine-speed.mjs';
import { isAlive } from '../process-identity.mjs';
import { endStoppingServer, joinEmbeddedPostgres } from './embedded-postgres.mjs';

let made: string;
let folder: string;
let leaving: Array<() => Promise<void>>;
beforeAll(async () => {
  made = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-pg-'));
  const server = await joinEmbeddedPostgres({ folder: made, durable: false });
  await server.leave();
});
afterAll(() => fs.rmSync(made, { recursive: true }));
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-pg-'));
  fs.cpSync(made, folder, { recursive: true, preserveTimestamps: true });
  leaving = [];
});
afterEach(async () => {
  for (const leave of leaving.reverse()) await leave();
  for (const made of [folder, `${folder}-copy`, `${folder}-away`])
    fs.rmSync(made, { recursive: true, force: true });
});

async function join(place = folder) {
  const server = await joinEmbeddedPostgres({ folder: place });
  leaving.push(server.leave);
  return server;
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => client.end()); // the server is killed during the connection
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

test('rows committed before a kill -9 of the server are there after the next start', async () => {
  const first = await join();
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept select generate_series(1, 1000)');
  process.kill(first.pid, 'SIGKILL');
  const second = await join();
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }]);
});

test('a server that a service manager told to stop ends, although somebody is connected', async () => {
  const { pid, url } = await join();
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // its session is ended
  await client.connect();
  expect(endStoppingServer(folder, pid)).toBe(false);
  process.kill(pid, 'SIGTERM');
  const soon = { timeout: patient(20_000) };
  await expect.poll(() => endStoppingServer(folder, pid), soon).toBe(true);
  await expect.poll(() => isAlive(pid), soon).toBe(false);
});

test('a second command joins the running server, and only the last one to leave stops it', async () => {
  const first = await join();
  const second = await join();
  expect(second).toMatchObject({ pid: first.pid, port: first.port, joined: true });
  await second.leave();
  await first.leave();
  expect(isAlive(first.pid)).toBe(false);
});

test('a cluster whose making was interrupted is made anew', async () => {
  const fresh = path.join(folder, 'fresh');
  fs.mkdirSync(path.join(fresh, 'new-interrupted/base'), { recursive: true });
  const server = await join(fresh);
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(fs.readdirSync(fresh).filter((name) => name.startsWith('new-'))).toEqual([]);
});

test('a pid file that names a process of someone else does not block the start', async () => {
  const first = await join();
  await first.leave();
  fs.writeFileSync(
    path.join(folder, 'data/postmaster.pid'),
    `${process.pid}\n${folder}/data\n1\n5432\n\n127.0.0.1\n\nready\n`,
  );
  const second = await join();
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('the server is durable, listens on loopback alone, and its password is its owner’s alone', async () => {
  const { url } = await join();
  const setting = async (name: string) => (await query(url, `show ${name}`))[0][name];
  expect(await setting('fsync')).toBe('on');
  expect(await setting('synchronous_commit')).toBe('on');
  expect(await setting('listen_addresses')).toBe('127.0.0.1');
  expect(fs.statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(withClient(wrong.href, async () => {})).rejects.toThrow(
    /refuses the password of millrace_app: correct DATABASE_URL/,
  );
});

test('everything lies in the folder, closed to others, even where only its owner may enter', async () => {
  const hidden = path.join(folder, 'hidden');
  fs.mkdirSync(hidden, { mode: 0o700 });
  const inside = path.join(hidden, 'postgres');
  const { url } = await join(inside);
  await query(url, 'create table here (n int)');
  expect(fs.existsSync(path.join(inside, 'data/PG_VERSION'))).toBe(true);
  const open = fs
    .readdirSync(inside, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => (fs.statSync(file).mode & 0o077) !== 0);
  expect(open).toEqual([]);
  expect(fs.statSync(inside).mode & 0o777).toBe(0o700);
});

test('the product’s role owns its database and is no superuser', async () => {
  const { url, adminUrl } = await join();
  expect(
    await query(url, 'select current_user, rolsuper from pg_roles where rolname = current_user'),
  ).toEqual([{ current_user: 'millrace_app', rolsuper: false }]);
  await expect(query(url, "select pg_read_file('/etc/passwd')")).rejects.toThrow(/permission denied/);
  expect(await query(adminUrl, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: true },
  ]);
});

test('what an earlier version made as superuser is handed over at the next start', async () => {
  const { adminUrl, leave } = await join();
  const statements = [
    'create schema old',
    'create table old.log (id serial, at timestamptz not null) partition by range (at)',
    "create type old.mood as enum ('good')",
    'create view old.seen as select 1 as one',
    "create function old.f() returns int language sql as 'select 1'",
    'alter database postgres owner to millrace',
  ];
  for (const sql of statements) await query(adminUrl, sql);
  await leave();
  const { url } = await join();
  for (const sql of ['alter table old.log add n int', 'drop function old.f()', 'drop schema old cascade'])
    await query(url, sql);
});

test.runIf(process.platform === 'linux')('the server’s environment holds nothing of ours', async () => {
  process.env.ENCRYPTION_KEY_PREVIOUS = 'a secret of the product';
  try {
    const { pid } = await join();
    const names = fs
      .readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter(Boolean).sort()).toEqual(['LC_ALL', 'PATH']);
  } finally {
    delete process.env.ENCRYPTION_KEY_PREVIOUS;
  }
});

async function joinCopy(change = (_copy: string) => {}) {
  const copy = `${folder}-copy`;
  fs.cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  change(copy);
  return join(copy);
}

test('a copy made while the original runs is refused in words, the original left in peace', async () => {
  const { url } = await join();
  await expect(joinCopy()).rejects.toThrow(/is a copy that was made while its database was running.*backup/);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a copy made while the original stood still has a server of its own', async () => {
  const first = await join();
  await query(first.url, 'create table kept (n int)');
  await first.leave();
  const copy = await joinCopy();
  const original = await join();
  expect(copy.pid).not.toBe(original.pid);
  expect(await query(copy.url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
});

test('a cluster that was put into another one’s folder is refused in words', async () => {
  const first = await join();
  await first.leave();
  const change = (copy: string) =>
    fs.writeFileSync(path.join(copy, 'place.json'), '{"system": "1", "inode": "1"}');
  await expect(joinCopy(change)).rejects.toThrow(
    /is not the one that this folder had \(its number is \d+, not 1\)/,
  );
});

/** Creates the layout of earlier versions: the folder has the path of another one with the database. */
async function layOutElsewhere() {
  const { url, leave } = await join();
  await query(url, 'create table kept (n int)');
  await leave();
  const away = `${folder}-away`;
  fs.renameSync(folder, away);
  fs.rmSync(path.join(away, 'place.json'));
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'elsewhere'), `${away}\n`);
  return away;
}

test('a database that an earlier version kept elsewhere is moved into the folder', async () => {
  const away = await layOutElsewhere();
  const { url } = await join();
  expect(await query(url, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }]);
  expect(fs.existsSync(away)).toBe(false);
  expect(fs.existsSync(path.join(folder, 'elsewhere'))).toBe(false);
});

test('a folder that only names a database which is gone is refused, not begun anew', async () => {
  const away = await layOutElsewhere();
  fs.rmSync(away, { recursive: true });
  await expect(join()).rejects.toThrow(
    /should lie in .* and it isn't there: put it back, or delete .*elsewhere/,
  );
  expect(fs.readdirSync(folder)).not.toContain('data');
});

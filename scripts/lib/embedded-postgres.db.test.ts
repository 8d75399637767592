import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withClient } from './database.mjs';
import { joinEmbeddedPostgres } from './embedded-postgres.mjs';
import { isAlive } from './process-identity.mjs';

let folder: string;
let leaving: Array<() => Promise<void>>;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-pg-'));
  fs.chmodSync(folder, 0o755); // root's server runs as another account
  leaving = [];
});
afterEach(async () => {
  for (const leave of leaving) await leave();
  fs.rmSync(folder, { recursive: true });
});

async function join() {
  const server = await joinEmbeddedPostgres({ folder });
  leaving.push(server.leave);
  return server;
}

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => client.end()); // the server is killed under it
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

test('a second command joins the running server, and only the last one to leave stops it', async () => {
  const first = await join();
  const second = await join();
  expect(second).toMatchObject({ pid: first.pid, port: first.port, joined: true });
  await second.leave();
  await first.leave();
  expect(isAlive(first.pid)).toBe(false);
});

test('a cluster whose making was interrupted is made anew', async () => {
  fs.mkdirSync(path.join(folder, 'new-interrupted/base'), { recursive: true });
  const server = await join();
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(fs.readdirSync(folder).filter((name) => name.startsWith('new-'))).toEqual([]);
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

test('the server is durable, listens on the loopback alone, and its password is the owner’s alone', async () => {
  const { url } = await join();
  const setting = async (name: string) => (await query(url, `show ${name}`))[0][name];
  expect(await setting('fsync')).toBe('on');
  expect(await setting('synchronous_commit')).toBe('on');
  expect(await setting('listen_addresses')).toBe('127.0.0.1');
  expect(fs.statSync(path.join(folder, 'password')).mode & 0o777).toBe(0o600);
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(withClient(wrong.href, async () => {})).rejects.toThrow(
    /refuses the password of millrace: correct DATABASE_URL/,
  );
});

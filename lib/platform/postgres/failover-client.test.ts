import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FailoverClient } from './failover-client.mjs';
import { type ReadOnlyServer, startReadOnlyServer } from './testing/read-only-server';

let standby: ReadOnlyServer;
let primary: ReadOnlyServer;
let url: string;
beforeEach(async () => {
  standby = await startReadOnlyServer(true);
  primary = await startReadOnlyServer(false);
  const hosts = [standby, primary].map(({ port }) => `127.0.0.1:${port}`).join(',');
  url = `postgresql://u:p@127.0.0.1:${standby.port}/db?failover=${encodeURIComponent(hosts)}`;
});
afterEach(() => {
  standby.close();
  primary.close();
});

/** The port that a client is connected to. */
async function connect(): Promise<number> {
  const client = new FailoverClient({ connectionString: url });
  await client.connect();
  await client.end();
  return client.port;
}

test('of several servers the writable one is used, and looked for once', async () => {
  expect(await connect()).toBe(primary.port);
  const asked = standby.connections;
  expect(await connect()).toBe(primary.port);
  expect(standby.connections).toBe(asked);
});

test('after a failover the connection that meets a standby fails, and the next one finds the new primary', async () => {
  await connect();
  standby.isReadOnly = false;
  primary.isReadOnly = true;
  await expect(connect()).rejects.toMatchObject({ code: '57P03' });
  expect(await connect()).toBe(standby.port);
});

test('a server that is gone is passed over', async () => {
  await connect();
  standby.isReadOnly = false;
  primary.close();
  await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await connect()).toBe(standby.port);
});

test('without a writable server every connection fails, and works once there is one', async () => {
  primary.isReadOnly = true;
  await expect(connect()).rejects.toMatchObject({ code: '57P03' });
  primary.isReadOnly = false;
  expect(await connect()).toBe(primary.port);
});

test('a pool of such clients works, and a URL with one host is an ordinary one', async () => {
  const pool = new pg.Pool({ connectionString: url, Client: FailoverClient });
  expect((await pool.query('select 1')).rows).toEqual([{ isReadOnly: false }]);
  await pool.end();
  url = `postgresql://u:p@127.0.0.1:${standby.port}/db`;
  expect(await connect()).toBe(standby.port);
});

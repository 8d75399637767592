import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from './database.mjs';
import { settleSslMode } from './database-url.mjs';
import { joinEmbeddedPostgres } from './postgres/embedded-postgres.mjs';

let folder: string;
let server: { url: string; adminUrl: string; leave(): Promise<void> };
const file = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-tls-'));
  fs.chmodSync(folder, 0o755); // root's server runs as another account
  server = await joinEmbeddedPostgres({ folder, durable: false });
  makeCertificates();
});
afterAll(async () => {
  await server.leave();
  fs.rmSync(folder, { recursive: true });
});

/** Creates a CA, and the server's certificate for a host other than the one in its URL. */
function makeCertificates(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=A test CA',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=db.example.com');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem');
  const data = file('data');
  const { uid, gid } = fs.statSync(data);
  for (const name of ['server.key', 'server.pem']) {
    fs.copyFileSync(file(name), path.join(data, name));
    fs.chownSync(path.join(data, name), uid, gid);
    fs.chmodSync(path.join(data, name), 0o600);
  }
}

const tls = (on: boolean) =>
  withClient(server.adminUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET ssl = ${on ? 'on' : 'off'}`);
    await client.query(`ALTER SYSTEM SET ssl_cert_file = 'server.pem'`);
    await client.query(`ALTER SYSTEM SET ssl_key_file = 'server.key'`);
    await client.query('SELECT pg_reload_conf()');
  });

/** Connects like the product. Returns true if the connection is encrypted. */
async function connect(query: string): Promise<boolean> {
  const url = await settleSslMode(`${server.url.replace('127.0.0.1', 'localhost')}${query}`, (address) =>
    withClient(address, async () => {}),
  );
  return withClient(url, async (client) => {
    const { rows } = await client.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    return rows[0].ssl;
  });
}

test('each sslmode means what PostgreSQL’s own clients mean by it', async () => {
  await tls(true);
  await expect.poll(() => connect('?sslmode=require').catch(() => false)).toBe(true);
  expect(await connect('?sslmode=disable')).toBe(false);
  expect(await connect('?sslmode=prefer')).toBe(true);
  expect(await connect('?sslmode=allow')).toBe(true);
  const ca = `sslrootcert=${encodeURIComponent(file('ca.pem'))}`;
  expect(await connect(`?sslmode=verify-ca&${ca}`)).toBe(true);
  await expect(connect(`?sslmode=verify-full&${ca}`)).rejects.toThrow('its certificate is for another host');
  await expect(connect('?sslmode=verify-full')).rejects.toThrow(/certificate is not trusted: name its CA/);
  await expect(connect('?sslmode=verify-ca')).rejects.toThrow('sslmode=verify-ca without sslrootcert');
  await expect(connect('?sslmode=verify-ca&sslrootcert=/no/such.pem')).rejects.toThrow(
    /\/no\/such\.pem.*sslrootcert/,
  );
  await expect(connect('?sslmode=required')).rejects.toThrow('sslmode=required: choose one of disable,');

  await tls(false);
  await expect.poll(() => connect('?sslmode=prefer')).toBe(false);
  await expect(connect('?sslmode=require')).rejects.toThrow(/does not support SSL/);
});

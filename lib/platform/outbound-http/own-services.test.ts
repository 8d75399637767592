import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllowList } from '../addresses/allow-list';
import { createOutboundClient } from './client';
import { ownServices } from './own-services';
import { type LoopbackServer, listen } from './testing/loopback-server';
import { get, ONCE } from './testing/outbound-test-client';

describe('our own services', () => {
  it('are the server’s port and the database, as its URL names it', () => {
    expect(ownServices(3000, 'postgresql://u:p%40@127.0.0.1:5555/millrace')).toEqual([
      { host: null, port: 3000 },
      { host: null, port: 5555 },
    ]);
    expect(ownServices(3000, 'postgres://db.internal/x')).toContainEqual({ host: 'db.internal', port: 5432 });
    expect(ownServices(3000, 'postgres://a:1,[fd00::1]:2/x')).toEqual([
      { host: null, port: 3000 },
      { host: 'a', port: 1 },
      { host: 'fd00::1', port: 2 },
    ]);
    expect(ownServices(3000, 'postgres://a:1/x?failover=a%3A1%2C%5Bfd00%3A%3A1%5D%3A2')).toEqual([
      { host: null, port: 3000 },
      { host: 'a', port: 1 },
      { host: 'a', port: 1 },
      { host: 'fd00::1', port: 2 },
    ]);
    expect(ownServices(3000, 'postgresql:///x?host=/var/run')).toEqual([{ host: null, port: 3000 }]);
  });
});

describe('an address opened without a port', () => {
  let own: LoopbackServer;
  let other: LoopbackServer;
  beforeAll(async () => {
    own = await listen(
      createServer((_, response) => response.end('ours')),
      '0.0.0.0',
    );
    other = await listen(
      createServer((_, response) => response.end('theirs')),
      '0.0.0.0',
    );
  });
  afterAll(() => Promise.all([own.close(), other.close()]));

  async function call(allow: string, url: string, services = ownServices(own.port, 'postgresql:///x')) {
    const client = createOutboundClient({
      allow: parseAllowList(allow),
      ownServices: services,
      allowSelfOrigin: [{ origin: `http://127.0.0.1:${own.port}`, pathPrefix: '/api/demo/' }],
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const { response, error } = await client.request(get(url), ONCE);
    await client.close();
    return error?.code ?? response?.body.toString();
  }

  it.each(['127.0.0.1', '127.1', '127.0.0.2', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost', 'crm.test'])(
    'does not open our own port at %s',
    async (host) => {
      const everything = `0.0.0.0/0, ::/0, localhost, crm.test`;
      expect(await call(everything, `http://${host}:${own.port}/`)).toBe('ADDRESS_NOT_ALLOWED');
    },
  );

  it('does not open our own port at another address of this machine', async () => {
    const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const addresses = all.filter(({ family }) => family === 'IPv4');
    expect(addresses.length).toBeGreaterThan(0);
    for (const { address } of addresses)
      expect(await call('0.0.0.0/0', `http://${address}:${own.port}/`)).toBe('ADDRESS_NOT_ALLOWED');
  });

  it('opens what else listens there, and our own port once it is named', async () => {
    expect(await call('127.0.0.1', `http://127.0.0.1:${other.port}/`)).toBe('theirs');
    expect(await call(`127.0.0.1:${own.port}`, `http://127.0.0.1:${own.port}/`)).toBe('ours');
    expect(await call(`crm.test:${own.port}`, `http://crm.test:${own.port}/`)).toBe('ours');
    expect(await call(`127.0.0.0/8:${own.port}`, `http://crm.test:${own.port}/`)).toBe('ours');
  });

  it('leaves the demo endpoint open', async () => {
    expect(await call('', `http://127.0.0.1:${own.port}/api/demo/greetings`)).toBe('ours');
  });

  it('does not open a database known by name, at whatever private address it may be', async () => {
    const services = ownServices(1, `postgresql://db.internal:${other.port}/x`);
    expect(await call('127.0.0.1', `http://127.0.0.1:${other.port}/`, services)).toBe('ADDRESS_NOT_ALLOWED');
    expect(await call('db.internal', `http://db.internal:${other.port}/`, services)).toBe(
      'ADDRESS_NOT_ALLOWED',
    );
    const named = `db.internal:${other.port}`;
    expect(await call(named, `http://db.internal:${other.port}/`, services)).toBe('theirs');
  });
});

import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAllowList } from '../addresses/allow-list';
import type { ResolvedAddress } from './address-guard';
import { createOutboundClient } from './client';
import { type LoopbackServer, listen } from './testing/loopback-server';
import { get } from './testing/outbound-test-client';

/** Hosts in an attacker's notations; PORT is a server that listens on every address of this machine. */
const LITERALS = [
  // loopback, IPv4, in every notation the URL standard reads
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7F.1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0177.1',
  '017700000001',
  '0x7f.0x0.0x0.0x1',
  '127.0.0.0x1',
  '127.0x1',
  '0000177.0.0.01',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '１２７．０．０．１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '127.0.0.1%2e',
  '0x7f。1',
  // this host, broadcast, other special ranges
  '0.0.0.0',
  '0',
  '0x0',
  '00',
  '0.1.2.3',
  '255.255.255.255',
  '4294967295',
  '240.0.0.1',
  '250.1.1.1',
  // private and shared
  '10.0.0.1',
  '10.255.255.255',
  '0xa000001',
  '167772161',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1.254',
  '0xc0a80001',
  '3232235521',
  '192.168.257',
  '100.64.0.1',
  '100.127.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  // link-local and metadata
  '169.254.0.1',
  '169.254.169.254',
  '169.254.169.254.',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '0xA9.0xFE.0xA9.0xFE',
  '169.254.170.2',
  '168.63.129.16',
  '0xa83f8110',
  '100.100.100.200',
  '192.0.0.192',
  // IPv6 loopback, unspecified, IPv4-compatible
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::]',
  '[0::0]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::a00:1]',
  '[::8.8.8.8]',
  '[::169.254.169.254]',
  '[::2]',
  '[::0.0.0.1]',
  // IPv4-mapped and -translated
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::FFFF:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:10.0.0.1]',
  '[::ffff:192.168.1.1]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0.0.0.0]',
  // NAT64, 6to4, Teredo, ISATAP
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::10.0.0.1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2002:a00:1::1]',
  '[2002:c0a8:1::]',
  '[2002:808:808::]',
  '[2001:0:7f00:1::]',
  '[2001::1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2600::5efe:7f00:1]',
  '[2600::200:5efe:10.0.0.1]',
  // IPv6 local, multicast, documentation, unassigned
  '[fc00::1]',
  '[fd00::1]',
  '[fd12:3456:789a::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[2001:db8::1]',
  '[2001:10::1]',
  '[2001:2::1]',
  '[3fff::1]',
  '[100::1]',
  '[4000::1]',
  '[5f00::1]',
  '[e000::1]',
];

/** Names and the resolver's answers for them. */
const NAMES: Record<string, string[]> = {
  'localtest.test': ['127.0.0.1'],
  'six.test': ['::1'],
  'ten.test': ['10.1.2.3'],
  'seventeen.test': ['172.20.0.1'],
  'lan.test': ['192.168.0.10'],
  'link.test': ['169.254.10.10'],
  'cgnat.test': ['100.64.1.1'],
  'metadata.test': ['169.254.169.254'],
  'azure.test': ['168.63.129.16'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'compatible.test': ['::127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'sixtofour.test': ['2002:7f00:1::1'],
  'teredo.test': ['2001:0:7f00:1::1'],
  'ula.test': ['fd00::1'],
  'zone.test': ['fe80::1%lo'],
  'zero.test': ['0.0.0.0'],
  'both.test': ['93.184.216.34', '127.0.0.1'],
  'both-six.test': ['2606:4700::1111', '::1'],
  'first-private.test': ['127.0.0.1', '93.184.216.34'],
};

const WRAPPERS = [
  (host: string, port: number) => `http://user@${host}:${port}/`,
  (host: string, port: number) => `http://example.com:80@${host}:${port}/`,
  (host: string, port: number) => `http:\\\\${host}:${port}\\`,
  (host: string, port: number) => `HTTP://${host}:0${port}/`,
  (host: string, port: number) => `  http://${host}:${port}/?@example.com#`,
  (host: string, port: number) => `http:/${host}:${port}/`,
  (host: string, port: number) => `ht\ntp://${host.slice(0, 4)}\t${host.slice(4)}:${port}/`,
];

let server: Server;
let door: LoopbackServer;
/** The number of connections before the test. */
let before = 0;
beforeAll(async () => {
  server = createServer((_request, response) => response.end('reached'));
  door = await listen(server, '::');
});
beforeEach(() => {
  before = door.connections();
});
afterAll(() => door.close());

const resolveTest = async (hostname: string): Promise<ResolvedAddress[]> =>
  (NAMES[hostname] ?? ['127.0.0.1']).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('closed targets', () => {
  const client = createOutboundClient({ allow: parseAllowList(''), resolve: resolveTest });
  afterAll(() => client.close());

  async function codeOf(url: string): Promise<string | undefined> {
    return (await client.request(get(url), { retry: { when: 'always', max: 3 } })).error?.code;
  }

  it.each(LITERALS)('http://%s is refused', async (host) => {
    expect(await codeOf(`http://${host}:${door.port}/`)).toBe('ADDRESS_NOT_ALLOWED');
    expect(door.connections()).toBe(before);
  });

  it.each(WRAPPERS.map((wrap) => wrap('127.0.0.1', 1)))('%j is refused', async (url) => {
    expect(await codeOf(url.replace(/:(0?)1(?=[/\\])/, `:$1${door.port}`))).toBe('ADDRESS_NOT_ALLOWED');
    expect(door.connections()).toBe(before);
  });

  it.each(Object.keys(NAMES))('%s is refused by what it resolves to', async (name) => {
    expect(await codeOf(`http://${name}:${door.port}/`)).toBe('ADDRESS_NOT_ALLOWED');
    expect(await codeOf(`https://${name.toUpperCase()}:${door.port}/`)).toBe('ADDRESS_NOT_ALLOWED');
    expect(door.connections()).toBe(before);
  });

  it.each(['localhost', 'LOCALHOST', 'a.localhost', 'localhost.', 'example.com.', 'localtest.test.'])(
    'the name %s is refused',
    async (name) => {
      expect(await codeOf(`http://${name}:${door.port}/`)).toBe('ADDRESS_NOT_ALLOWED');
      expect(door.connections()).toBe(before);
    },
  );

  it('counts at least 120 spellings', () => {
    expect(new Set(LITERALS).size + Object.keys(NAMES).length + WRAPPERS.length).toBeGreaterThanOrEqual(120);
  });

  it('says what the address is and how the operator can open it', async () => {
    const { error } = await client.request(get(`http://ten.test:${door.port}/`));
    expect(error?.message).toBe(
      'ten.test leads to a private address, which workflows may not call. Use a public server, ' +
        `or have ten.test:${door.port} added to OUTBOUND_ALLOW, a setting that the server reads when it starts.`,
    );
  });
});

describe('rebinding', () => {
  it('judges the very lookup a connection uses, each time', async () => {
    let lookups = 0;
    const client = createOutboundClient({
      allow: parseAllowList('flip.test'),
      resolve: async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }];
      },
    });
    const first = await client.request(get(`http://flip.test:${door.port}/`, [['X', 'y']]));
    expect(first.response?.body.toString()).toBe('reached');
    expect(lookups).toBe(1);
    server.closeAllConnections();
    const second = await client.request(get(`http://flip.test:${door.port}/`), {
      retry: { when: 'never', max: 0 },
    });
    expect(second.error?.code).toMatch(/^(ADDRESS_NOT_ALLOWED|CONNECTION_RESET)$/);
    const third = await client.request(get(`http://flip.test:${door.port}/`));
    expect(third.error?.code).toBe('ADDRESS_NOT_ALLOWED');
    expect(door.connections()).toBe(before + 1);
    await client.close();
  });

  it('refuses a name whose answer turns private', async () => {
    const answers = ['127.0.0.1'];
    const client = createOutboundClient({
      allow: parseAllowList(''),
      resolve: async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }],
    });
    for (let i = 0; i < 3; i += 1) {
      const { error } = await client.request(get(`http://turn.test:${door.port}/`));
      expect(error?.code).toBe('ADDRESS_NOT_ALLOWED');
    }
    expect(door.connections()).toBe(before);
    await client.close();
  });
});

describe('what the operator opened', () => {
  async function attempt(allow: string, url: string): Promise<string> {
    const client = createOutboundClient({ allow: parseAllowList(allow), resolve: resolveTest });
    const { response, error } = await client.request(get(url), { retry: { when: 'never', max: 0 } });
    await client.close();
    return error?.code ?? String(response?.status);
  }

  it.each<[string, string, string]>([
    ['a name', 'localtest.test', 'http://localtest.test:PORT/'],
    ['a name with its port', 'localtest.test:PORT', 'http://LocalTest.test:PORT/'],
    ['an address', '127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['an address in another spelling', '127.0.0.1:PORT', 'http://0x7f.1:PORT/'],
    ['an IPv4-mapped spelling of it', '127.0.0.1', 'http://[::ffff:127.0.0.1]:PORT/'],
    ['a range', '127.0.0.0/8', 'http://127.0.0.1:PORT/'],
    ['a range with a port', '127.0.0.0/8:PORT', 'http://localtest.test:PORT/'],
    ['an IPv6 address', '[::1]:PORT', 'http://[::1]:PORT/'],
    ['an IPv6 address bare', '::1', 'http://six.test:PORT/'],
    ['one of several entries', 'other.test, 10.0.0.0/8 ,127.0.0.1', 'http://127.0.0.1:PORT/'],
    ['the opened part of a name', '127.0.0.1:PORT', 'http://first-private.test:PORT/'],
    ['localhost below .localhost', 'app.localhost', 'http://app.localhost:PORT/'],
  ])('%s is reached', async (_what, allow, url) => {
    const fill = (text: string) => text.replaceAll('PORT', String(door.port));
    expect(await attempt(fill(allow), fill(url))).toBe('200');
  });

  it.each<[string, string, string]>([
    ['another port', 'localtest.test:1', 'http://localtest.test:PORT/'],
    ['another port of a range', '127.0.0.0/8:1', 'http://127.0.0.1:PORT/'],
    ['another name for the same address', 'localtest.test', 'http://zone.test:PORT/'],
    ['the address behind an opened name', 'localtest.test', 'http://127.0.0.1:PORT/'],
    ['a sub-domain of an opened name', 'localtest.test', 'http://a.localtest.test:PORT/'],
    ['an opened name with a dot at the end', 'localtest.test', 'http://localtest.test.:PORT/'],
    ['metadata by name', 'metadata.test', 'http://metadata.test:PORT/'],
    ['metadata by address', '169.254.169.254', 'http://169.254.169.254:PORT/'],
    ['metadata in an opened range', '0.0.0.0/0, ::/0', 'http://169.254.169.254:PORT/'],
    ['metadata mapped in an opened range', '0.0.0.0/0, ::/0', 'http://[::ffff:169.254.169.254]:PORT/'],
    ['metadata through 6to4', '::/0', 'http://[2002:a9fe:a9fe::1]:PORT/'],
    ['metadata through NAT64', '::/0', 'http://[64:ff9b::a9fe:a9fe]:PORT/'],
    ['the Azure wire server by name', 'azure.test, 168.63.129.16/32', 'http://azure.test:PORT/'],
  ])('%s stays closed', async (_what, allow, url) => {
    const fill = (text: string) => text.replaceAll('PORT', String(door.port));
    expect(await attempt(fill(allow), fill(url))).toBe('ADDRESS_NOT_ALLOWED');
    expect(door.connections()).toBe(before);
  });
});

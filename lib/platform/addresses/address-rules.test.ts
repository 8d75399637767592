import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyAddress } from './address-rules';

describe('public addresses stay public', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '192.0.1.0',
    '198.17.255.255',
    '198.20.0.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2003::1',
    '2a00:1450::1',
    '3ffe::1',
  ])('%s', (address) => expect(classifyAddress(address)).toBe('public'));
});

describe('closed addresses are named', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['169.254.169.254', 'cloud metadata'],
    ['168.63.129.16', 'cloud metadata'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['224.0.0.1', 'multicast'],
    ['0.0.0.0', 'reserved'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'IPv4-compatible'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:169.254.169.254', 'cloud metadata'],
    ['64:ff9b::1.1.1.1', 'NAT64'],
    ['2002:102:304::', '6to4'],
    ['2002:a9fe:a9fe::', 'cloud metadata'],
    ['2001::1', 'Teredo'],
    ['2a00::5efe:1.2.3.4', 'ISATAP'],
    ['fe80::1%eth0', 'link-local'],
    ['4000::1', 'reserved'],
    ['127.1', 'reserved'],
    ['', 'reserved'],
    ['example.com', 'reserved'],
  ])('%s is %s', (address, kind) => expect(classifyAddress(address)).toBe(kind));
});

/** Four bytes within one of the closed IPv4 networks. */
const closedIpv4 = fc
  .tuple(
    fc.constantFrom('127', '10', '192.168', '169.254', '0', '172.16'),
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
  )
  .map(([prefix, tail]) => {
    const head = prefix.split('.').map(Number);
    return [...head, ...tail].slice(0, 4);
  });

/**
 * The notations of `inet_aton`: each part in decimal, hex or octal; the last one covers the remaining
 * bytes.
 */
const notation = fc.tuple(
  fc.integer({ min: 1, max: 4 }),
  fc.array(fc.constantFrom(10, 16, 8), { minLength: 4, maxLength: 4 }),
);

function spell(bytes: number[], [parts, bases]: [number, number[]]): string {
  const rest = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
  const prefixes: Record<number, string> = { 10: '', 16: '0x', 8: '0' };
  return [...bytes.slice(0, parts - 1), rest]
    .map((value, index) => `${prefixes[bases[index] ?? 10]}${value.toString(bases[index])}`)
    .join('.');
}

describe('any closed IPv4 address', () => {
  it('is closed in every notation a URL can hold', () => {
    fc.assert(
      fc.property(closedIpv4, notation, (bytes, how) => {
        const { hostname } = new URL(`http://${spell(bytes, how)}/`);
        expect(hostname).toBe(bytes.join('.'));
        expect(classifyAddress(hostname)).not.toBe('public');
      }),
    );
  });

  it('is closed inside every IPv6 form that carries one', () => {
    fc.assert(
      fc.property(
        closedIpv4,
        fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'),
        (bytes, prefix) => {
          const { hostname } = new URL(`http://[${prefix}${bytes.join('.')}]/`);
          expect(classifyAddress(hostname.slice(1, -1))).not.toBe('public');
        },
      ),
    );
  });
});

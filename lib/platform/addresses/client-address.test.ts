import { describe, expect, test } from 'vitest';
import { addressBucket, clientAddress, parseTrustedProxies } from './client-address';

const nobody = parseTrustedProxies('');
const seen = (peer: string, forwardedFor: string | undefined, trusted: string) =>
  clientAddress(peer, forwardedFor, parseTrustedProxies(trusted));

describe('the client’s address', () => {
  test('is the peer’s when no proxy is trusted, whatever the client writes', () => {
    expect(clientAddress('203.0.113.7', '198.51.100.1', nobody)).toBe('203.0.113.7');
    expect(seen('203.0.113.7', '198.51.100.1', '0')).toBe('203.0.113.7');
  });

  test('is what the one trusted proxy wrote last, not what the client put before it', () => {
    expect(seen('10.0.0.1', '1.1.1.1, 2.2.2.2, 203.0.113.7', '1')).toBe('203.0.113.7');
    expect(seen('10.0.0.1', '1.1.1.1, 203.0.113.7', '10.0.0.0/8')).toBe('203.0.113.7');
  });

  test('the client is found behind as many proxies as are trusted', () => {
    expect(seen('10.0.0.1', '1.1.1.1, 203.0.113.7, 10.0.0.2', '2')).toBe('203.0.113.7');
    expect(seen('10.0.0.1', '1.1.1.1, 203.0.113.7, 192.168.1.1', '10.0.0.1, 192.168.1.0/24')).toBe(
      '203.0.113.7',
    );
  });

  test('is not taken from a peer that is no trusted proxy', () => {
    expect(seen('203.0.113.9', '198.51.100.1', '10.0.0.0/8')).toBe('203.0.113.9');
  });

  test('is the nearest known one where a proxy names none', () => {
    expect(seen('10.0.0.1', undefined, '1')).toBe('10.0.0.1');
    expect(seen('10.0.0.1', '', '1')).toBe('10.0.0.1');
    expect(seen('10.0.0.1', '203.0.113.7, unknown', '2')).toBe('10.0.0.1');
    expect(seen('10.0.0.1', `${'x'.repeat(100_000)}, 203.0.113.7`, '3')).toBe('203.0.113.7');
  });

  test('is read with a port and in brackets, and IPv4-mapped as IPv4', () => {
    expect(seen('10.0.0.1', '203.0.113.7:4711', '1')).toBe('203.0.113.7');
    expect(seen('10.0.0.1', '[2001:db8::1]:4711', '1')).toBe('2001:db8::1');
    expect(seen('::ffff:10.0.0.1', '::ffff:203.0.113.7', '10.0.0.0/8')).toBe('203.0.113.7');
    expect(clientAddress('::ffff:203.0.113.7', undefined, nobody)).toBe('203.0.113.7');
  });
});

describe('the bucket of an address', () => {
  test('is the whole IPv4 address, also when it is written as IPv6', () => {
    expect(addressBucket('203.0.113.7')).toBe('203.0.113.7');
    expect(addressBucket('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(addressBucket('::ffff:cb00:7107')).toBe('203.0.113.7');
  });

  test('is the /64 network of an IPv6 address, however it is written', () => {
    expect(addressBucket('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:db8:1:3::9')).toBe('2001:db8:1:3::/64');
    expect(addressBucket('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  });

  test('is one for everything that is no address', () => {
    expect(addressBucket('')).toBe('unknown');
    expect(addressBucket('203.0.113')).toBe('unknown');
  });
});

test('TRUST_PROXY that can’t be read is refused with the entry named', () => {
  for (const bad of ['10.0.0.0/33', 'proxy.internal', '10.0.0.0/', '-1', '1.5', '::1/129'])
    expect(() => parseTrustedProxies(`10.0.0.1, ${bad}`)).toThrow(`"${bad}"`);
  expect(() => parseTrustedProxies('17')).toThrow('at most 16');
});

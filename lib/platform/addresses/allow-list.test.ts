import { describe, expect, it } from 'vitest';
import { AllowListError, allowsAddress, allowsHost, explainBadAllowList, parseAllowList } from './allow-list';

describe('OUTBOUND_ALLOW', () => {
  it('is empty when nothing is written', () => {
    for (const text of ['', ' ', ',', ' , ,'])
      expect(parseAllowList(text)).toEqual({ hosts: [], ranges: [] });
    expect(explainBadAllowList('10.0.0.0/8, crm.internal')).toBeNull();
  });

  it('reads names in any case, with and without a port', () => {
    const allow = parseAllowList('CRM.internal, bücher.example:8080');
    expect(allowsHost(allow, 'crm.internal', 1)).toBe(true);
    expect(allowsHost(allow, 'xn--bcher-kva.example', 8080)).toBe(true);
    expect(allowsHost(allow, 'xn--bcher-kva.example', 80)).toBe(false);
    expect(allowsHost(allow, 'a.crm.internal', 1)).toBe(false);
  });

  it.each<[string, string, number, boolean]>([
    ['10.0.0.0/8', '10.255.0.1', 80, true],
    ['10.0.0.0/8', '11.0.0.1', 80, false],
    ['10.1.2.3/8', '10.9.9.9', 80, true],
    ['10.0.0.0/8:8080', '10.0.0.1', 8080, true],
    ['10.0.0.0/8:8080', '10.0.0.1', 80, false],
    ['127.0.0.1:4000', '127.0.0.1', 4000, true],
    ['127.0.0.1:4000', '127.0.0.2', 4000, false],
    ['127.0.0.1', '::ffff:127.0.0.1', 1, true],
    ['0.0.0.0/0', '::1', 80, false],
    ['::/0', '127.0.0.1', 80, false],
    ['::1', '::1', 80, true],
    ['[::1]:80', '::1', 80, true],
    ['[::1]:80', '::1', 81, false],
    ['fd00::/8', 'fd12::1', 443, true],
    ['[fd00::/8]:443', 'fd12::1', 443, true],
    ['[fd00::/8]:443', 'fd12::1', 80, false],
    ['fe80::/10', 'fe80::1%eth0', 80, true],
    ['10.0.0.0/8', 'nonsense', 80, false],
  ])('%s and %s port %i: %s', (text, address, port, expected) => {
    expect(allowsAddress(parseAllowList(text), address, port)).toBe(expected);
  });

  it.each([
    ['http://crm.internal', 'leave out the scheme'],
    ['crm.internal/path', 'neither a host name'],
    ['*.internal', 'wildcards'],
    ['crm.internal.', 'dot at the end'],
    ['crm.internal:0', 'port'],
    ['crm.internal:65536', 'port'],
    ['crm.internal:', 'port'],
    ['crm.internal:http', 'port'],
    ['10.0.0.0/33', '0 to 32'],
    ['10.0.0.0/', '0 to 32'],
    ['10.0.0.0/8/8', '0 to 32'],
    ['fd00::/129', '0 to 128'],
    ['[::1', 'neither a host name'],
    ['::zz', 'neither a host name'],
    ['10.0.0', 'four decimal numbers'],
    ['0x7f.1', 'four decimal numbers'],
    ['256.1.1.1', 'four decimal numbers'],
    ['a b', 'neither a host name'],
    ['-a.internal', 'neither a host name'],
    ['[]', 'neither a host name'],
  ])('%s is refused by name, with the cure', (entry, reason) => {
    const parse = () => parseAllowList(`good.internal, ${entry}`);
    expect(parse).toThrow(AllowListError);
    expect(parse).toThrow(`"${entry}"`);
    expect(parse).toThrow(reason);
    expect(explainBadAllowList(entry)).toContain(reason);
  });
});

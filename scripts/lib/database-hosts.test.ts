import { expect, test } from 'vitest';
import { serversOf } from '../../lib/platform/postgres/failover-servers.mjs';
import { splitHosts } from './database-hosts.mjs';

test('a URL with one host stays as it is', () => {
  for (const url of ['postgresql://u:p@h:5/d?sslmode=require', 'postgres:///d?host=/run', 'nonsense'])
    expect(splitHosts(url)).toEqual([url]);
});

test('a URL with several hosts is taken apart, and each part names all of them', () => {
  const urls = splitHosts(
    'postgresql://u:p%40@one:1,[::1]:2,two/d?target_session_attrs=read-write&sslmode=require',
  );
  expect(urls.map((url) => new URL(url).host)).toEqual(['one:1', '[::1]:2', 'two:5432']);
  for (const url of urls) {
    expect(new URL(url).searchParams.get('target_session_attrs')).toBeNull();
    expect(new URL(url).searchParams.get('sslmode')).toBe('require');
    expect(decodeURIComponent(new URL(url).password)).toBe('p@');
    expect(serversOf(url)).toEqual([
      { host: 'one', port: 1 },
      { host: '::1', port: 2 },
      { host: 'two', port: 5432 },
    ]);
  }
});

test.each([
  ['postgresql://u:hush@a,b:x/d', 'something else than host:port'],
  ['postgresql://u:hush@a,/d', 'something else than host:port'],
  [
    'postgresql://u:hush@a,b/d?target_session_attrs=standby',
    'target_session_attrs=standby, and Millrace writes',
  ],
  [`postgresql://u:hush@${'h,'.repeat(8)}h/d`, 'names 9 hosts: give 8 at most'],
])('%s is refused in words, without the password', (url, words) => {
  expect(() => splitHosts(url)).toThrow(words);
  expect(() => splitHosts(url)).not.toThrow('hush');
});

import { expect, it } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { compileField, emptyScope } from '../blocks/compile-field';
import { ResolveError } from './resolve-error';

const scope = () => ({ ...emptyScope(), outputs: new Map([['s', { v: 'x' }]]) });
const known = (slug: string) => slug === 's';

const resolved = (url: string): string => compileField('url', url, known).resolve(scope()) as string;

it.each([
  ['a query', 'https://h.example/?q=', ''],
  ['a path', 'https://h.example/', ''],
  ['path segments', 'https://h.example/', '/'],
  ['parameters', 'https://h.example/?', 'a='],
])('many references in %s are put together in linear time', (_, start, before) => {
  const url = start + `${before}<s.v>`.repeat(50_000);
  let length = 0;
  expect(costOf(() => (length = resolved(url).length))).toBeLessThan(1_000);
  expect(length).toBe(start.length + (before.length + 1) * 50_000);
});

it.each([80_000, 150_000])('%i references are refused in words', (count) => {
  const url = `https://h.example/?q=${'<s.v>'.repeat(count)}`;
  let error: unknown;
  const refused = () => {
    try {
      resolved(url);
    } catch (thrown) {
      error = thrown;
    }
  };
  expect(costOf(refused)).toBeLessThan(1_000);
  expect(error).toBeInstanceOf(ResolveError);
  expect(error).toMatchObject({ code: 'REF_TOO_LARGE', message: expect.stringContaining('1 MB') });
});

it('a dot segment is found however it is put together', () => {
  for (const url of [
    'https://h.example/a/<s.v>',
    'https://h.example/%2e<s.v>',
    'https://h.example/<s.v>%2E/b',
  ])
    expect(() =>
      compileField('url', url, known).resolve({ ...scope(), outputs: new Map([['s', { v: '.' }]]) }),
    ).toThrow(/segment/);
  expect(resolved('https://h.example/...<s.v>/%2e%2e<s.v>')).toBe('https://h.example/...x/%2e%2ex');
});

import { expect, test } from 'vitest';
import { findPaths } from './json-paths';

const value = {
  items: [
    { id: 1, tags: ['a'] },
    { id: 2, 'odd key': 'x' },
  ],
  total: 2,
};
const pathsOf = (path: string) => {
  const found = findPaths(value, path);
  return 'paths' in found ? found.paths : found.problem;
};

test('a JSONPath leads to places in a value', () => {
  expect(pathsOf('$.items[*].id')).toEqual([
    ['items', 0, 'id'],
    ['items', 1, 'id'],
  ]);
  expect(pathsOf("$..['odd key']")).toEqual([['items', 1, 'odd key']]);
  expect(pathsOf('$.items[?@.id > 1].id')).toEqual([['items', 1, 'id']]);
  expect(pathsOf('$.items[?match(@.tags[0], "a")].id')).toEqual([['items', 0, 'id']]);
  expect(pathsOf('$.nowhere')).toEqual([]);
});

test('what is no JSONPath says why, and many places are cut', () => {
  expect(pathsOf('$.items[')).toEqual(expect.any(String));
  const found = findPaths(
    Array.from({ length: 900 }, (_, at) => at),
    '$[*]',
  );
  expect('paths' in found && [found.paths.length, found.isMore]).toEqual([500, true]);
});

import { expect, it } from 'vitest';
import { pathInside } from '@/lib/core/references/path-text';
import { previewOf } from './json-tree';

it('writes paths as references do', () => {
  expect(pathInside(['data', 'items', 0, 'odd key'])).toBe("data.items[0]['odd key']");
  expect(pathInside([2, 'id'])).toBe('[2].id');
});

it('previews on one line', () => {
  expect(previewOf('a\nb', 80)).toBe('"a\\nb"');
  expect(previewOf({ a: 1, b: 2 }, 80)).toBe('{ a, b }');
  expect(previewOf([], 80)).toBe('[]');
  expect(previewOf('x'.repeat(100), 10)).toBe('"xxxxxxxxxx…"');
});

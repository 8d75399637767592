import { describe, expect, it } from 'vitest';
import { findInJson, openTo, pathText, previewOf, visibleRows } from './json-tree';

const NONE: ReadonlySet<string> = new Set();

describe('visibleRows', () => {
  it('opens the first levels and keeps deeper ones closed', () => {
    const rows = visibleRows({ a: { b: { c: 1 } } }, NONE);
    expect(rows.map((row) => row.id)).toEqual(['', '.a', '.a.b']);
    expect(rows.at(-1)).toMatchObject({ open: false, childCount: 1 });
  });

  it('opens and closes what was toggled', () => {
    expect(visibleRows({ a: { b: { c: 1 } } }, new Set(['.a.b'])).map((row) => row.id)).toContain('.a.b.c');
    expect(visibleRows({ a: 1 }, new Set([''])).map((row) => row.id)).toEqual(['']);
  });

  it('keeps a long list below the root closed', () => {
    const rows = visibleRows({ items: Array.from({ length: 5_000 }, (_, i) => i) }, NONE);
    expect(rows).toHaveLength(2);
  });
});

it('writes paths as references do', () => {
  expect(pathText(['data', 'items', 0, 'odd key'])).toBe('data.items[0]["odd key"]');
  expect(pathText([2, 'id'])).toBe('[2].id');
});

it('previews on one line', () => {
  expect(previewOf('a\nb', 80)).toBe('"a\\nb"');
  expect(previewOf({ a: 1, b: 2 }, 80)).toBe('{ a, b }');
  expect(previewOf([], 80)).toBe('[]');
  expect(previewOf('x'.repeat(100), 10)).toBe('"xxxxxxxxxx…"');
});

describe('searching', () => {
  const document = { user: { Name: 'Ada', tags: [{ deep: { name: 'x' } }] } };

  it('finds keys and values in any case', () => {
    expect(findInJson(document, 'NAME').map(pathText)).toEqual(['user.Name', 'user.tags[0].deep.name']);
    expect(findInJson(document, 'ada').map(pathText)).toEqual(['user.Name']);
  });

  it('opens the way to a match', () => {
    const [, deep] = findInJson(document, 'name');
    const rows = visibleRows(document, openTo(document, NONE, deep ?? []));
    expect(rows.map((row) => row.id)).toContain('.user.tags[0].deep.name');
  });
});

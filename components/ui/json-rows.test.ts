import { describe, expect, it } from 'vitest';
import { pathInside } from '@/lib/core/references/path-text';
import { usualCostOf } from '@/lib/platform/testing/cost-of';
import { createJsonRows, textOfRow } from './json-rows';

const rowsOf = (value: unknown, toggled = new Set<string>()) => createJsonRows(value, toggled);
const idsOf = (rows: ReturnType<typeof rowsOf>) => rows.slice(0, rows.count()).map(({ id }) => id);
const indexOf = (rows: ReturnType<typeof rowsOf>, id: string) => idsOf(rows).indexOf(id);

describe('the rows of a value', () => {
  it('opens the first levels and keeps deeper ones closed', () => {
    const rows = rowsOf({ a: { b: { c: 1 } } });
    expect(idsOf(rows)).toEqual(['', '.a', '.a.b']);
    expect(rows.slice(2, 3)[0]).toMatchObject({ open: false, childCount: 1, parent: 1 });
  });

  it('opens and closes what is toggled, and remembers it for the next value', () => {
    const toggled = new Set<string>();
    const rows = rowsOf({ a: { b: { c: 1 } }, z: [1, 2] }, toggled);
    rows.toggle(indexOf(rows, '.a.b'));
    expect(idsOf(rows)).toEqual(['', '.a', '.a.b', '.a.b.c', '.z', '.z[0]', '.z[1]']);
    rows.toggle(indexOf(rows, '.z'));
    expect(idsOf(rowsOf({ a: { b: { c: 2 } }, z: [3] }, toggled))).toEqual([
      '',
      '.a',
      '.a.b',
      '.a.b.c',
      '.z',
    ]);
    rows.toggle(0);
    expect(idsOf(rows)).toEqual(['']);
  });

  it('keeps a long list below the root closed, and opens it at the cost of what is in sight', () => {
    const value = { items: Array.from({ length: 3_000_000 }, (_, id) => ({ id })) };
    const open = () => {
      const rows = rowsOf(value);
      expect(rows.count()).toBe(2);
      rows.toggle(1);
      rows.toggle(1_000_002);
      expect(rows.count()).toBe(3_000_003);
      expect(rows.slice(1_000_001, 1_000_005).map(({ id }) => id)).toEqual([
        '.items[999999]',
        '.items[1000000]',
        '.items[1000000].id',
        '.items[1000001]',
      ]);
      expect(rows.slice(1_000_003, 1_000_004)[0]?.parent).toBe(1_000_002);
    };
    expect(usualCostOf(open)).toBeLessThan(100);
  });

  it('is the same as a plain walk, whatever stands open', () => {
    const value = { a: [[1, [2, [3]]], { b: {} }], c: 'x'.repeat(300), d: null, e: [[], [[4]]] };
    const rows = rowsOf(value);
    let random = 7;
    for (let turn = 0; turn < 300; turn += 1) {
      random = (random * 16_807) % 2_147_483_647;
      rows.toggle(random % rows.count());
      const all = rows.slice(0, rows.count());
      const around: number[] = [];
      for (const [index, row] of all.entries()) {
        around.length = row.depth;
        expect(row.parent).toBe(around.at(-1) ?? -1);
        around.push(index);
      }
      const branches = all.filter(({ open }) => open);
      expect(1 + branches.reduce((sum, { childCount }) => sum + (childCount ?? 0), 0)).toBe(rows.count());
    }
  });

  it('opens a long text to its lines', () => {
    const rows = rowsOf(`first\n${'y'.repeat(250)}\nlast`);
    expect(rows.slice(0, 9).map(({ kind, text }) => [kind, text.length])).toEqual([
      ['string', 244],
      ['line', 5],
      ['line', 240],
      ['line', 10],
      ['line', 4],
    ]);
    expect(rows.slice(1, 2).map((row) => textOfRow(rows, row))).toEqual(['first']);
  });

  it('copies a value as JSON and a text as it is', () => {
    const rows = rowsOf({ name: 'Ada', tags: ['x'] });
    expect(rows.slice(1, 3).map((row) => textOfRow(rows, row))).toEqual(['Ada', '[\n  "x"\n]']);
  });
});

describe('searching', () => {
  const document = { user: { Name: 'Ada', tags: [{ deep: { name: 'x (y)' } }] } };
  const found = (needle: string) => rowsOf(document).find(needle);

  it('finds keys and values in any case, and signs as they stand', () => {
    expect(found('NAME').map(({ path }) => pathInside(path))).toEqual([
      'user.Name',
      'user.tags[0].deep.name',
    ]);
    expect(found('ada').map(({ path }) => pathInside(path))).toEqual(['user.Name']);
    expect(found('(Y').map(({ path }) => pathInside(path))).toEqual(['user.tags[0].deep.name']);
    expect(found('.*')).toEqual([]);
  });

  it('opens the way to a match', () => {
    const rows = rowsOf(document);
    const row = rows.reveal(rows.find('name')[1]!);
    expect(rows.slice(row, row + 1)[0]?.id).toBe('.user.tags[0].deep.name');
  });

  it('leads to the line of a long text', () => {
    const rows = rowsOf({ log: `${'z'.repeat(5_000)}\nneedle here\n${'z'.repeat(5_000)}needle` });
    const matches = rows.find('needle');
    expect(matches).toHaveLength(2);
    const row = rows.reveal(matches[0]!);
    expect(rows.slice(row, row + 1)[0]).toMatchObject({ kind: 'line', text: 'needle here', depth: 2 });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutPage } from './list-pages';

interface Row {
  id: string;
}
const newest = { keyOf: ({ id }: Row) => id, highestFirst: true };
const byName = { keyOf: ({ id }: Row) => id, highestFirst: false };
const rowsOf = (...ids: string[]): Row[] => ids.map((id) => ({ id }));

/** Follows the cursors to the end; `between` may change the rows after each page. */
function walk(rows: Row[], limit: number, order = newest, between: (rows: Row[]) => Row[] = (same) => same) {
  const found: string[] = [];
  let now = rows;
  for (let cursor: string | null = ''; cursor !== null; now = between(now)) {
    const page: ReturnType<typeof cutPage<Row>> = cutPage(now, { limit, cursor }, order, 'rows');
    expect(page.data.length).toBeLessThanOrEqual(limit);
    found.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor ?? null;
  }
  return found;
}

test('a list is whole, in its own order and without a cursor, for who asks for no page', () => {
  expect(cutPage(rowsOf('b', 'c', 'a'), {}, newest, 'x')).toEqual({ data: rowsOf('b', 'c', 'a') });
});

test('a cursor alone, also an empty one, asks for a page', () => {
  expect(cutPage(rowsOf('b', 'c', 'a'), { cursor: '' }, newest, 'x')).toEqual({
    data: rowsOf('c', 'b', 'a'),
    nextCursor: null,
  });
});

test('pages hold each row once, in order, however large they are', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { maxLength: 30 });
  fc.assert(
    fc.property(ids, fc.integer({ min: 1, max: 40 }), (all, limit) => {
      expect(walk(rowsOf(...all), limit, byName)).toEqual(all.toSorted((a, b) => (a < b ? -1 : 1)));
    }),
  );
});

test('rows that come and go between pages neither repeat nor hide others', () => {
  let count = 0;
  const changing = (rows: Row[]) => {
    count += 1;
    // The row before the next page goes, and a newer one comes.
    return [...rows.filter(({ id }) => id !== `m${8 - 2 * count + 1}`), { id: `z${count}` }];
  };
  expect(walk(rowsOf(...'12345678'.split('').map((n) => `m${n}`)), 2, newest, changing)).toEqual([
    'm8',
    'm7',
    'm6',
    'm5',
    'm4',
    'm3',
    'm2',
    'm1',
  ]);
});

describe('a cursor', () => {
  const { nextCursor } = cutPage(rowsOf('a', 'b'), { limit: 1 }, newest, { of: 'one' });
  const cursor = String(nextCursor);

  test('of another list or with other filters is refused', () => {
    expect(() => cutPage(rowsOf('a'), { cursor }, newest, { of: 'two' })).toThrow(
      expect.objectContaining({
        code: 'cursor_filter_mismatch',
        issues: [expect.objectContaining({ param: 'cursor' })],
      }),
    );
  });

  test.each(['x', '.', `${cursor}!`, 'a'.repeat(500), '../..'])('%s was never issued', (wrong) => {
    expect(() => cutPage(rowsOf('a'), { cursor: wrong }, newest, { of: 'one' })).toThrow(
      expect.objectContaining({ code: 'cursor_invalid' }),
    );
  });
});

import { expect, test } from 'vitest';
import type { FoundLog } from '@/lib/services/log-search/schema';
import { NOTHING_READ, unreadFrom, withFound, withRead } from './found-since';

const at = (second: number) => `2026-01-31T12:00:${String(second).padStart(2, '0')}.000Z`;
/** Builds runs named by the second in which they started, the newest first. */
const head = (...seconds: number[]) => seconds.map((second) => ({ id: `${second}`, startedAt: at(second) }));
const found = (...seconds: number[]) => head(...seconds) as FoundLog[];
const ids = (rows: ReadonlyArray<{ id: string }>) => rows.map(({ id }) => id);

test('the first look reads all that is new enough to have ended meanwhile', () => {
  expect(unreadFrom(NOTHING_READ, head(9, 5, 2))).toBe(at(2));
  expect(unreadFrom(NOTHING_READ, [])).toBeNull();
  expect(withRead(NOTHING_READ, head(9, 5, 2), found(5))).toMatchObject({ added: 0, newest: at(9) });
});

test('after that only runs that came in are read, also one that started before others and ended late', () => {
  const first = withRead(NOTHING_READ, head(9, 5, 2), found(5));
  expect(unreadFrom(first, head(9, 5, 2))).toBeNull();
  expect(unreadFrom(first, head(12, 9, 7, 5))).toBe(at(7));
  const second = withRead(first, head(12, 9, 7, 5), found(12));
  expect(second.added).toBe(2);
  expect(ids(second.found)).toEqual(['12', '5']);
  expect(unreadFrom(second, head(12, 9, 7, 5))).toBeNull();
});

test('when more came in than are looked at, all since the newest seen are read', () => {
  const first = withRead(NOTHING_READ, head(9, 5), []);
  expect(unreadFrom(first, head(40, 30))).toBe(at(9));
});

test('a list that was empty counts what comes in', () => {
  const first = withRead(NOTHING_READ, [], []);
  expect(unreadFrom(first, head(4))).toBe(at(4));
  expect(withRead(first, head(4), found(4)).added).toBe(1);
});

test('what was found twice is shown once, in its place', () => {
  const rows = found(9, 5, 2);
  expect(ids(withFound(rows, found(7, 5)))).toEqual(['9', '7', '5', '2']);
  // Returns the identical list, so that nothing is rendered again.
  expect(withFound(rows, found(5))).toBe(rows);
});

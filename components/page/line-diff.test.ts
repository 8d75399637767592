import { expect, test } from 'vitest';
import { diffLines } from './line-diff';

const signs = { same: ' ', added: '+', removed: '-' };
const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);

test('lines that stayed are kept, others are removed and added where they stand', () => {
  expect(shown('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual([' a', '-b', '+x', ' c', '+y', ' d']);
});

test('equal texts, and empty ones', () => {
  expect(shown('a\nb', 'a\nb')).toEqual([' a', ' b']);
  expect(shown('', 'a')).toEqual(['-', '+a']);
});

test('a repeated line is counted once at each side', () => {
  expect(shown('a\na\nb', 'a\nb')).toEqual([' a', '-a', ' b']);
});

test('very long texts without a common line are shown at once, as replaced', () => {
  const text = (word: string) => Array.from({ length: 50_000 }, (_, n) => `${word}${n}`).join('\n');
  const lines = diffLines(text('a'), text('b'));
  expect(lines).toHaveLength(100_000);
  expect(lines[0]?.kind).toBe('removed');
});

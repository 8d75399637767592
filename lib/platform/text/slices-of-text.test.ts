import { expect, test } from 'vitest';
import { slicesOfText } from './slices-of-text';

test.each([
  ['nothing', '', 0],
  ['a short text', 'short', 1],
  ['a long one', 'x'.repeat(600_000), 3],
  ['one whose pairs stand at the ends of slices', `x${'😀'.repeat(300_000)}`, 3],
  ['one of lone surrogates', '\ud800'.repeat(300_000), 2],
])('%s is the same in slices', (_, text, count) => {
  const slices = [...slicesOfText(text)];
  expect(slices.length).toBe(count);
  expect(slices.join('')).toBe(text);
  const bytes = Buffer.concat(slices.map((slice) => Buffer.from(slice)));
  expect(bytes.equals(Buffer.from(text))).toBe(true);
});

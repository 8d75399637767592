import { expect, test } from 'vitest';
import { commentsIn, whyFragment } from './comment-texts';

test('comments of both kinds are read without their signs, tags and directives', () => {
  const source = `/** One line. */
const a = '// no comment';
/**
 * Two lines
 * of it.
 * @param {string} name the name
 * @returns {number}
 */
  // A line,
  // and another.
// biome-ignore lint/a: a reason`;
  expect(commentsIn(source)).toEqual([
    { line: 1, text: 'One line.' },
    { line: 3, text: 'Two lines\nof it.\nthe name' },
    { line: 9, text: 'A line,\nand another.' },
  ]);
});

test('a comment that only names a thing by a question word is a fragment', () => {
  expect(whyFragment('What the server says.')).toBe(
    '“What the server says.” has no subject: say what it is or does',
  );
  expect(whyFragment('Whether it is there.')).toContain('has no subject');
  expect(whyFragment('Says what it is. How so?')).toBeNull();
});

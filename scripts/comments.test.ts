import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject, PROJECT_ROOT } from './lib/project.mjs';
import { commentsIn, fragmentsIn } from './testing/comments';
import { proseFaults } from './testing/prose';

const COMMENT_WORDS = 40;
/** Rooms whose comments are checked; the next ones follow. */
const ROOMS = ['scripts'];

const files = execFileSync('git', ['ls-files', ...ROOMS], { cwd: PROJECT_ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /[.](tsx?|mjs|cjs)$/.test(file));

test('comments are sentences in plain words', async () => {
  const faults = await Promise.all(
    files.map(async (file) => {
      const comments = commentsIn(readFileSync(inProject(file), 'utf8'));
      const found = [...fragmentsIn(comments), ...(await proseFaults(comments.join('\n\n'), COMMENT_WORDS))];
      return found.map((fault) => `${file}: ${fault}`);
    }),
  );
  expect(faults.flat()).toEqual([]);
});

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
  expect(commentsIn(source)).toEqual(['One line.', 'Two lines\nof it.\nthe name', 'A line,\nand another.']);
});

test('a comment that only names a thing by a question word is a fragment', () => {
  expect(fragmentsIn(['What the server says.', 'Says what it is. How so?', 'Whether it is there.'])).toEqual([
    '“What the server says.” has no subject: say what it is or does',
    '“Whether it is there.” has no subject: say what it is or does',
  ]);
});

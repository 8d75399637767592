import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { commentsIn, whyFragment } from './comment-texts';
import { proseFaults } from './plain-words';

const COMMENT_WORDS = 40;
/** Rooms whose comments are checked; the next ones follow. */
const ROOMS = ['packages', 'scripts'];

/** Comments are sentences in plain words. */
export async function lintComments(): Promise<string[]> {
  const files = execFileSync('git', ['ls-files', ...ROOMS], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /[.](tsx?|mjs|cjs)$/.test(file));
  const faults = files.map(async (file) => {
    const found = await faultsIn(readFileSync(file, 'utf8'));
    return found.map(({ line, reason }) => `${file}:${line}: ${reason}`);
  });
  return (await Promise.all(faults)).flat();
}

/** Reads all comments of a source as one page, because starting the parser for each would take longer. */
async function faultsIn(source: string): Promise<Array<{ line: number; reason: string }>> {
  const comments = commentsIn(source);
  const fragments = comments.flatMap(({ line, text }) => {
    const reason = whyFragment(text);
    return reason === null ? [] : [{ line, reason }];
  });
  const linesOfPage = comments.flatMap(({ line, text }) => `${text}\n`.split('\n').map(() => line));
  const page = comments.map(({ text }) => text).join('\n\n');
  const faults = await proseFaults(page, COMMENT_WORDS);
  return [...fragments, ...faults.map(({ line, reason }) => ({ line: linesOfPage[line - 1] ?? 0, reason }))];
}

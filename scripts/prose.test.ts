import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guidePages } from '../app/docs/guide-files';
import { proseFaults } from './testing/prose';

const README_WORDS = 25;
const GUIDE_WORDS = 25;
/** Pages rendered from definitions, and those for operators, may have longer sentences. */
const OTHER_WORDS = 30;

test('the README is in plain words and short sentences', async () => {
  const text = fs.readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');
  expect(await proseFaults(text, README_WORDS)).toEqual([]);
});

const guides = guidePages.filter(({ path: at }) => !at.startsWith('decisions/'));

test.each(guides)('$path is in plain words and short sentences', async ({ path: at, text }) => {
  const words = /^guide\/[^/]+$/.test(at) ? GUIDE_WORDS : OTHER_WORDS;
  expect(await proseFaults(text, words)).toEqual([]);
});

test('each kind of fault is found with its line, also in lists and tables', async () => {
  const table = '| a | b |\n|---|---|\n| an row | the the cell |\n';
  const long = `${'This word '.repeat(2)}${'and that word '.repeat(10)}end.`;
  const text = `# A page\n\n${long}\n\n- You simply call it.\n\n${table}`;
  expect((await proseFaults(text, GUIDE_WORDS)).map((fault) => fault.slice(0, 14))).toEqual([
    '3: 35 words: T',
    '5: “simply”: l',
    '9: Unexpected ',
    '9: Unexpected ',
  ]);
});

test('code is no prose, and cells and items are sentences of their own', async () => {
  const item = '- five words in lower case\n';
  const text = `Run \`simply just\`.\n\n\`\`\`\njust the the code\n\`\`\`\n\n${item}${item}`;
  expect(await proseFaults(text, 8)).toEqual([]);
});

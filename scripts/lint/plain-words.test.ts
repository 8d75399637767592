import { expect, test } from 'vitest';
import { proseFaults } from './plain-words';

const MAX_WORDS = 25;

test('each kind of fault is found with its line, also in lists and tables', async () => {
  const table = '| a | b |\n|---|---|\n| an row | the the cell |\n';
  const long = `${'This word '.repeat(2)}${'and that word '.repeat(10)}end.`;
  const text = `# A page\n\n${long}\n\n- You simply call it.\n\n${table}`;
  expect(await proseFaults(text, MAX_WORDS)).toEqual([
    { line: 3, reason: expect.stringContaining('35 words: This word') },
    { line: 5, reason: '“simply”: leave it out' },
    { line: 9, reason: expect.stringContaining('Unexpected article') },
    { line: 9, reason: expect.stringContaining('Unexpected repeated') },
  ]);
});

test('code is no prose, and cells and items are sentences of their own', async () => {
  const item = '- five words in lower case\n';
  const text = `Run \`simply just\`.\n\n\`\`\`\njust the the code\n\`\`\`\n\n${item}${item}`;
  expect(await proseFaults(text, 8)).toEqual([]);
});

import { expect, test } from 'vitest';
import { splitMarkdown } from './split-markdown';

const textsOf = (text: string): string[] => splitMarkdown(text).map((piece) => piece.text.trim());
/** Long enough for a separate piece. */
const LONG = 'word '.repeat(400).trim();

test('paragraphs, headings and code are pieces', () => {
  const code = '```js\na();\n\nb();\n```';
  const long = `\`\`\`\n${LONG}\n\n${LONG}\n\`\`\``;
  expect(textsOf(`# ${LONG}\n\n${LONG}\nlines.\n\n${long}\n\nThree.`)).toEqual([
    `# ${LONG}`,
    `${LONG}\nlines.`,
    long,
    'Three.',
  ]);
  expect(textsOf(`${long}\nBehind it.`)).toEqual([long, 'Behind it.']);
  expect(textsOf(`One.\n\n${code}\n\nThree.`)).toEqual([`One.\n\n${code}\n\nThree.`]);
});

test('lists, quotes and tables stay whole, as does code that has no end yet', () => {
  for (const text of [
    `1. ${LONG}\n\n   more of a\n\n2. b`,
    `- ${LONG}\n\n- b`,
    `> ${LONG}\n\n> b`,
    `~~~\n${LONG}\n\`\`\`\n\nb\n\nc`,
    `${LONG} See [it].\n\nMore.\n\n[it]: https://example.com`,
  ])
    expect(textsOf(text)).toEqual([text]);
});

test('nothing is lost, and a longer text begins with the same pieces', () => {
  const text = Array.from({ length: 50 }, (_, place) => `Paragraph ${place}: ${LONG}\n\n- item\n\n`).join(
    'Z',
  );
  const all = splitMarkdown(text).map((piece) => piece.text);
  expect(all.join('\n')).toBe(text.trimEnd() + text.slice(text.trimEnd().length));
  const begun = splitMarkdown(text.slice(0, text.length / 2)).map((piece) => piece.text);
  expect(all.slice(0, begun.length - 1)).toEqual(begun.slice(0, -1));
});

test('what would hold up the page is not formatted', () => {
  const written = (text: string) => splitMarkdown(text).map((piece) => piece.isFormatted);
  expect(written(`Fine.\n\n${'> '.repeat(500)}deep\n\nFine`)).toEqual([true, false, true]);
  expect(written(`Fine.\n\n${'**a*'.repeat(10_000)}\n\nFine.`)).toEqual([true, false, true]);
  expect(written(`\`\`\`\n${'> a\n'.repeat(9_000)}\`\`\`\n${'**a*'.repeat(9_000)}`)).toEqual([true, false]);
  expect(written(`[a]: /b\n\n${'**a*'.repeat(10_000)}`)).toEqual([true, false]);
});

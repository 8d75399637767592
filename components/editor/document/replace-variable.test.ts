import { expect, test } from 'vitest';
import { lineDocument } from './line-document.fixture';
import { replaceVariable } from './replace-variable';

test('another variable takes the place of one in every text, but where its name is text', () => {
  const document = lineDocument();
  const row = (value: string) => ({ key: 'X', value, enabled: true });
  const texts = ['{{A}} {{A}}', String.raw`\{{A}}`, String.raw`\\{{A}}`, '{{AB}} {{a}}'];
  document.blocks.b!.config = { url: 'https://{{A}}.example/', headers: texts.map(row) };
  const after = replaceVariable(document, 'A', 'B');
  expect(after.blocks.b!.config).toEqual({
    url: 'https://{{B}}.example/',
    headers: ['{{B}} {{B}}', String.raw`\{{A}}`, String.raw`\\{{B}}`, '{{AB}} {{a}}'].map(row),
  });
  expect(after.blocks.c).toBe(document.blocks.c);
});

test('a document that doesn’t name it, or not in these blocks, stays the same object', () => {
  const document = lineDocument();
  expect(replaceVariable(document, 'A', 'B')).toBe(document);
  document.blocks.b!.config = { url: '{{A}}' };
  expect(replaceVariable(document, 'A', 'B', ['c'])).toBe(document);
});

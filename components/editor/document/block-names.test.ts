import { expect, test } from 'vitest';
import { refuseBlockName } from './block-names';
import { lineDocument } from './line-document.fixture';

const CHARACTERS =
  'Use the letters A to Z, digits, spaces, "-" and "_", and begin with a letter (64 at most).';

test.each([
  ['Auftrag prüfen', `${CHARACTERS} For example: auftrag_pruefen`],
  ['Stärt', `${CHARACTERS} For example: staert`],
  ['fetch-üser', `${CHARACTERS} For example: fetch-ueser`],
  ['確認', CHARACTERS],
  ['\u200b\u202e', CHARACTERS],
  ['', CHARACTERS],
])('the name %j is refused with the characters that are allowed, and one that can be used', (name, words) => {
  expect(refuseBlockName(lineDocument(), 'b', name)).toBe(words);
});

test('the one that is offered is free', () => {
  const document = lineDocument();
  const named = { ...document.blocks.b!, name: 'auftrag_pruefen' };
  const taken = { ...document, blocks: { ...document.blocks, b: named } };
  expect(refuseBlockName(taken, 'c', 'Auftrag prüfen')).toBe(`${CHARACTERS} For example: auftrag_pruefen2`);
});

test('a name in those characters is taken, whose slug nobody else has', () => {
  expect(refuseBlockName(lineDocument(), 'b', 'Check order-2')).toBeNull();
  expect(refuseBlockName(lineDocument(), 'b', 'START')).toContain('“start” already uses this name');
});

import { expect, test } from 'vitest';
import { composesWord } from './composition';

const KEY = { isComposing: false, keyCode: 0 };

test.each([
  [
    'the Enter of Chrome and Firefox that confirms a word',
    { key: 'Enter', isComposing: true, keyCode: 229 },
    true,
  ],
  ['that of Safari, which comes after the end', { ...KEY, key: 'Enter', keyCode: 229 }, true],
  ['the Escape that cancels one', { ...KEY, key: 'Escape', isComposing: true }, true],
  ['an arrow among the candidates', { ...KEY, key: 'ArrowDown', isComposing: true }, true],
  ['Enter', { ...KEY, key: 'Enter', keyCode: 13 }, false],
  ['a letter', { ...KEY, key: 'k', isComposing: true }, false],
  ['any key of an Android keyboard', { ...KEY, key: 'Unidentified', keyCode: 229 }, false],
])('%s', (_, key, composes) => {
  expect(composesWord(key)).toBe(composes);
});

import { expect, test } from 'vitest';
import { bracketEdit } from './closing-brackets';

/** `|` is the caret, `‹…›` the selection. */
function press(written: string, key: string): string | null {
  const start = written.search(/[|‹]/);
  const text = written.replace(/[|‹›]/g, '');
  const end = written.includes('›') ? written.indexOf('›') - 1 : start;
  const edit = bracketEdit(text, start, end, key);
  if (edit === null) return null;
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { caret, selectedTo = caret } = edit;
  if (selectedTo === caret) return `${after.slice(0, caret)}|${after.slice(caret)}`;
  return `${after.slice(0, caret)}‹${after.slice(caret, selectedTo)}›${after.slice(selectedTo)}`;
}

test.each([
  ['|', '{', '{|}'],
  ['{|}', '"', '{"|"}'],
  ['{"a|"}', '"', '{"a"|}'],
  ['{"a": |}', '[', '{"a": [|]}'],
  ['{"a": [|]}', ']', '{"a": []|}'],
  ['{|}', 'Backspace', '|'],
  ['‹1, 2›', '[', '[‹1, 2›]'],
  ['‹hello›', '{', '{‹hello›}'],
  ['{‹hello›}', 'Backspace', null],
  ['{|"a": 1}', '{', null],
  ['abc|', '"', null],
  ['{a|}', 'Backspace', null],
  ['|', 'x', null],
])('in %s the key %s leaves %s', (written, key, left) => {
  expect(press(written, key)).toBe(left);
});

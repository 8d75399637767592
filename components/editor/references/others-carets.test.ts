import { EditorState, type TransactionSpec } from '@codemirror/state';
import { expect, test } from 'vitest';
import { caretsField, type OtherCaret, othersCarets, setOthersCarets } from './others-carets';

const ADA = { clientId: 'c2', userId: 'u2', person: 'Ada' };

/** Returns the text after each of these steps, with the position of Ada's caret in it. */
function after(doc: string, ...steps: TransactionSpec[]) {
  let state = EditorState.create({ doc, extensions: othersCarets });
  for (const step of steps) state = state.update(step).state;
  return state.field(caretsField).map(({ at }) => at);
}

const tell = (...carets: OtherCaret[]): TransactionSpec => ({ effects: setOthersCarets.of(carets) });
const ada = (anchor: number, head: number, length: number): OtherCaret => ({ ...ADA, anchor, head, length });

test('a caret and a selection stand where they are told, and go with what is typed before them', () => {
  expect(after('abcdef', tell(ada(2, 4, 6)))).toEqual([{ anchor: 2, head: 4 }]);
  expect(after('abcdef', tell(ada(4, 4, 6)), { changes: { from: 1, insert: 'XY' } })).toEqual([
    { anchor: 6, head: 6 },
  ]);
  expect(after('abcdef', tell(ada(4, 4, 6)), { changes: { from: 5, insert: 'XY' } })).toEqual([
    { anchor: 4, head: 4 },
  ]);
  expect(after('abcdef', tell(ada(4, 4, 6)), { changes: { from: 0, to: 6 } })).toEqual([
    { anchor: 0, head: 0 },
  ]);
});

test('a caret that comes before the letters it stands behind waits for them', () => {
  const typed = { changes: { from: 3, insert: 'Z' } };
  expect(after('abc', tell(ada(3, 3, 3)), tell(ada(4, 4, 4)))).toEqual([{ anchor: 3, head: 3 }]);
  expect(after('abc', tell(ada(3, 3, 3)), tell(ada(4, 4, 4)), typed)).toEqual([{ anchor: 4, head: 4 }]);
  expect(after('abc', tell(ada(3, 3, 3)), typed, tell(ada(4, 4, 4)))).toEqual([{ anchor: 4, head: 4 }]);
  expect(after('abc', tell(ada(9, 9, 9)))).toEqual([null]);
});

test('who left the text has no caret in it', () => {
  expect(after('abc', tell(ada(1, 1, 3)), tell())).toEqual([]);
});

import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { askForValue } from './ask-for-value';
import { tokenAt } from './completion';

/** Returns the text after a value is requested, with the caret as `|`. */
function asked(written: string, isFocused: boolean): string {
  const at = written.indexOf('|');
  const before = EditorState.create({
    doc: written.replace('|', ''),
    selection: { anchor: Math.max(at, 0) },
  });
  const { state } = before.update(askForValue(before, isFocused, false));
  const caret = state.selection.main.head;
  const text = state.doc.toString();
  expect(tokenAt(text, caret)?.kind).toBe('reference');
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

test('a value is asked for at the caret, else at the end', () => {
  expect(asked('https://a.example/|?x=1', true)).toBe('https://a.example/<|?x=1');
  expect(asked('https://a.example/|?x=1', false)).toBe('https://a.example/?x=1<|');
  expect(asked('', false)).toBe('<|');
});

test('a lone one is marked whole and stays until another is chosen', () => {
  for (const doc of ['<api.status>', '']) {
    const before = EditorState.create({ doc });
    const { state } = before.update(askForValue(before, false, true));
    const { from, to } = state.selection.main;
    expect([state.doc.toString(), from, to]).toEqual([doc, 0, doc.length]);
  }
});

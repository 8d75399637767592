import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type BracketEdit, bracketEdit } from '../../ui/closing-brackets';
import { isOpen } from '../code/closing-quotes';

/** A text counts as JSON by its first character; a run decides by the resolved value. */
const BEGINNING = /^\s*[[{]/;
const BRACKETS = new Set(['{', '[']);

/**
 * Returns the edit of a key in a text that begins as JSON; null for the default. `{{NAME}}` is typed, or
 * chosen from the list, as everywhere: both its brackets are closed.
 */
export function jsonKeyEdit(text: string, from: number, to: number, key: string): BracketEdit | null {
  if (!BEGINNING.test(text.slice(0, from) + (key === 'Backspace' ? text.slice(from) : key))) return null;
  const isInText = isOpen(text.slice(text.lastIndexOf('\n', from - 1) + 1, from), '"');
  const [before, next] = [text[from - 1], text[to]];
  if (isInText && (BRACKETS.has(key) || (key === '"' && next !== '"'))) return null;
  // An object can't begin directly inside another: this is the second sign of a variable.
  if (key === '{' && before === '{' && next !== '}') return null;
  return bracketEdit(text, from, to, key);
}

function press(view: EditorView, from: number, to: number, key: string): boolean {
  const { state } = view;
  const { main } = state.selection;
  if (state.readOnly || view.composing || from !== main.from || to !== main.to) return false;
  const edit = jsonKeyEdit(state.doc.toString(), from, to, key);
  if (edit === null) return false;
  view.dispatch({
    changes: { from: edit.from, to: edit.to, insert: edit.insert },
    selection: { anchor: edit.caret, head: edit.selectedTo ?? edit.caret },
    userEvent: key === 'Backspace' ? 'delete.backward' : 'input.type',
    scrollIntoView: true,
  });
  return true;
}

/** Bracket handling for a text without a language, which may be JSON or anything else. */
export const jsonBrackets: Extension = Prec.high([
  // Pasted or chosen text is longer than one character and stays unchanged.
  EditorView.inputHandler.of((view, from, to, text) => text.length === 1 && press(view, from, to, text)),
  keymap.of([
    {
      key: 'Backspace',
      run: (view) => press(view, view.state.selection.main.from, view.state.selection.main.to, 'Backspace'),
    },
  ]),
]);

import type { KeyboardEvent } from 'react';

const PAIRS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };
const CLOSING: ReadonlySet<string> = new Set(Object.values(PAIRS));

/** The edit of a JSON text by a key: the replacement of a range, and the caret afterwards. */
export interface BracketEdit {
  from: number;
  to: number;
  insert: string;
  caret: number;
  /** The end of what is selected afterwards, from the caret on, if anything is. */
  selectedTo?: number;
}

/** Inserts brackets and quotes in pairs, skips closing ones and deletes pairs; null for other keys. */
export function bracketEdit(text: string, start: number, end: number, key: string): BracketEdit | null {
  const next = text[end] ?? '';
  const isEmpty = start === end;
  if (isEmpty && CLOSING.has(key) && next === key)
    return { from: start, to: start, insert: '', caret: start + 1 };
  const closing = PAIRS[key];
  if (closing !== undefined) {
    // Within a word a bracket was probably forgotten earlier, or should enclose the following text.
    if (isEmpty && !/^[\s,:}\]]?$/.test(next)) return null;
    // A quote after a letter ends a string that is already open.
    if (key === '"' && isEmpty && /\w/.test(text[start - 1] ?? '')) return null;
    const insert = `${key}${text.slice(start, end)}${closing}`;
    // The enclosed text stays selected: who selected all to write something else replaces it by going on.
    return { from: start, to: end, insert, caret: start + 1, ...(isEmpty ? {} : { selectedTo: end + 1 }) };
  }
  const before = text[start - 1] ?? '';
  if (key !== 'Backspace' || !isEmpty || PAIRS[before] === undefined || PAIRS[before] !== next) return null;
  return { from: start - 1, to: start + 1, insert: '', caret: start - 1 };
}

/** For `onKeyDown` of a plain text field with JSON. */
export function closeBrackets(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget: field, key } = event;
  if (event.metaKey || event.ctrlKey || event.altKey || event.nativeEvent.isComposing || field.readOnly)
    return;
  const edit = bracketEdit(field.value, field.selectionStart, field.selectionEnd, key);
  if (edit === null) return;
  event.preventDefault();
  if (edit.insert !== '' || edit.from !== edit.to) {
    field.setSelectionRange(edit.from, edit.to);
    // The only way to change a field so that undo works.
    document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert);
  }
  field.setSelectionRange(edit.caret, edit.selectedTo ?? edit.caret);
}

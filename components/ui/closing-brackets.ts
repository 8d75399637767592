import type { KeyboardEvent } from 'react';

const PAIRS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '"': '"' };
const CLOSING: ReadonlySet<string> = new Set(Object.values(PAIRS));

/** What a key does to a text of JSON: what takes the place of a range, and where the caret is then. */
export interface BracketEdit {
  from: number;
  to: number;
  insert: string;
  caret: number;
}

/** Brackets and quotes come in pairs, are gone over where they close, and go in pairs; else null. */
export function bracketEdit(text: string, start: number, end: number, key: string): BracketEdit | null {
  const next = text[end] ?? '';
  const isEmpty = start === end;
  if (isEmpty && CLOSING.has(key) && next === key)
    return { from: start, to: start, insert: '', caret: start + 1 };
  const closing = PAIRS[key];
  if (closing !== undefined) {
    // Within a word a bracket is one that was forgotten, or it stands around what follows.
    if (isEmpty && !/^[\s,:}\]]?$/.test(next)) return null;
    // A quote behind a letter ends a string that somebody began.
    if (key === '"' && isEmpty && /\w/.test(text[start - 1] ?? '')) return null;
    const inside = text.slice(start, end);
    return { from: start, to: end, insert: `${key}${inside}${closing}`, caret: start + 1 + inside.length };
  }
  const before = text[start - 1] ?? '';
  if (key !== 'Backspace' || !isEmpty || PAIRS[before] === undefined || PAIRS[before] !== next) return null;
  return { from: start - 1, to: start + 1, insert: '', caret: start - 1 };
}

/** For `onKeyDown` of a plain field that holds JSON. */
export function closeBrackets(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget: field, key } = event;
  if (event.metaKey || event.ctrlKey || event.altKey || event.nativeEvent.isComposing || field.readOnly)
    return;
  const edit = bracketEdit(field.value, field.selectionStart, field.selectionEnd, key);
  if (edit === null) return;
  event.preventDefault();
  if (edit.insert !== '' || edit.from !== edit.to) {
    field.setSelectionRange(edit.from, edit.to);
    // The one way to write into a field that undo takes back.
    document.execCommand(edit.insert === '' ? 'delete' : 'insertText', false, edit.insert);
  }
  field.setSelectionRange(edit.caret, edit.caret);
}

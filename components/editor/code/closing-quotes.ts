import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const QUOTES = new Set(['"', "'", '`']);

/** Whether a line's text, as far as it is given, is within a string that `quote` opened and would close. */
export function isOpen(line: string, quote: string): boolean {
  let opened: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (sign === '\\') at += 1;
    else if (opened === null && QUOTES.has(sign)) opened = sign;
    else if (opened === sign) opened = null;
  }
  return opened === quote;
}

/**
 * A quote that closes a string is written alone, or the one that stands there already is gone over.
 * CodeMirror itself asks its parser whether a string is open: where that had no time yet, on a busy machine,
 * the end of a string that was begun before the editor was there was written twice.
 */
export const closingQuotes: Extension = Prec.high(
  EditorView.inputHandler.of((view, from, to, text, insert) => {
    const { state } = view;
    if (!QUOTES.has(text) || from !== to || state.selection.ranges.length > 1 || state.readOnly) return false;
    const line = state.doc.lineAt(from);
    if (!isOpen(state.sliceDoc(line.from, from), text)) return false;
    const isThere = state.sliceDoc(to, to + 1) === text;
    view.dispatch(isThere ? { selection: { anchor: to + 1 }, userEvent: 'input.type' } : insert());
    return true;
  }),
);

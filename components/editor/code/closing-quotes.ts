import { type Extension, Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const QUOTES = new Set(['"', "'", '`']);

/** True if the end of a line's text is inside a string that `quote` opened and would close. */
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
 * Inserts a closing quote alone, or moves past the one that is already there.
 * CodeMirror's own version asks the parser whether a string is open: on a busy machine the parser had not
 * read the text yet, and the closing quote of a string begun before the editor opened was inserted twice.
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

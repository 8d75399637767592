import type { EditorState, TransactionSpec } from '@codemirror/state';

/**
 * Does the same as typing `<`, for pointers: at the caret, else at the end of an unfocused text. A single
 * reference is selected as a whole, and stays until another is chosen.
 */
export function askForValue(state: EditorState, isFocused: boolean, isLone: boolean): TransactionSpec {
  const end = state.doc.length;
  if (isLone) return { selection: { anchor: 0, head: end }, userEvent: 'select', scrollIntoView: true };
  const { from, to } = isFocused ? state.selection.main : { from: end, to: end };
  return {
    changes: { from, to, insert: '<' },
    selection: { anchor: from + 1 },
    userEvent: 'input.type',
    scrollIntoView: true,
  };
}

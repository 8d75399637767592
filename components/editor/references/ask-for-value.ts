import type { EditorState, TransactionSpec } from '@codemirror/state';

/**
 * What typing `<` would do, for the pointer: at the caret, else behind the text that nobody is in. One that
 * is a single reference is marked as a whole, and stays until another is chosen.
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

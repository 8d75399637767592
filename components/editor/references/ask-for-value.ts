import type { EditorState, TransactionSpec } from '@codemirror/state';

/**
 * What typing `<` would do, for the pointer: at the caret, behind the text that nobody is in, and in the
 * place of one that is a single reference.
 */
export function askForValue(state: EditorState, isFocused: boolean, isLone: boolean): TransactionSpec {
  const end = state.doc.length;
  const { from, to } = isLone
    ? { from: 0, to: end }
    : isFocused
      ? state.selection.main
      : { from: end, to: end };
  return {
    changes: { from, to, insert: '<' },
    selection: { anchor: from + 1 },
    userEvent: 'input.type',
    scrollIntoView: true,
  };
}

import { deleteCharBackward, standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import { marksField } from './editor-marks';

/** Backspace after a chip removes its closing sign, so that the completion is offered again. */
const openChip: Command = (view) => {
  const { main } = view.state.selection;
  if (!main.empty) return false;
  const chip = view.state.field(marksField).chips.find(({ end }) => end === main.head);
  if (chip === undefined) return deleteCharBackward(view);
  const closing = chip.source.startsWith('{{') ? '}}' : '>';
  view.dispatch({
    changes: { from: chip.end - closing.length, to: chip.end },
    userEvent: 'delete.backward',
    scrollIntoView: true,
  });
  return true;
};

export interface KeyEvents {
  /** Returns true if the key was handled. */
  onKey: (event: KeyboardEvent) => boolean;
  onEnter: () => void;
}

export function editorKeys(multiline: boolean, events: () => KeyEvents): Extension {
  return [
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event) => {
          if (event.isComposing) return false;
          if (events().onKey(event)) {
            event.stopPropagation();
            return true;
          }
          if (event.key !== 'Enter' || multiline || event.metaKey || event.ctrlKey) return false;
          events().onEnter();
          return true;
        },
        // Undo is handled by the workflow, so that it works the same everywhere.
        beforeinput: (event) => event.inputType.startsWith('history'),
      }),
    ),
    keymap.of([{ key: 'Backspace', run: openChip }, ...standardKeymap]),
    multiline ? EditorView.lineWrapping : oneLine,
  ];
}

/** Replaces line ends by spaces in any change. */
const oneLine = EditorState.transactionFilter.of((transaction) => {
  if (!transaction.docChanged || transaction.newDoc.lines === 1) return transaction;
  const text = transaction.newDoc.toString();
  const flat = text.replace(/[ \t\n]+/g, (blanks) => ' '.repeat(blanks.split('\n').length - 1) || blanks);
  const caret = Math.min(transaction.newSelection.main.head, flat.length);
  return {
    changes: { from: 0, to: transaction.startState.doc.length, insert: flat },
    selection: { anchor: caret },
    scrollIntoView: true,
  };
});

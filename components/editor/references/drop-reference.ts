import { type Extension, Prec } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import { marksField } from './editor-marks';

/** The data type of a dragged value. */
export const DRAGGED_REFERENCE = 'application/x-millrace-reference';

/** Inserts a dropped value at the pointer: beside a chip, never into one. Must come after `marksField`. */
export function dropReference(): Extension {
  return [
    dropCursor(),
    Prec.high(
      EditorView.domEventHandlers({
        drop(event, view) {
          const reference = event.dataTransfer?.getData(DRAGGED_REFERENCE) ?? '';
          if (reference === '') return false;
          event.preventDefault();
          if (view.state.readOnly) return true;
          const pointed = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
          const from = besideChips(pointed, view.state.field(marksField).chips);
          view.dispatch({
            changes: { from, insert: reference },
            selection: { anchor: from + reference.length },
            userEvent: 'input.drop',
            scrollIntoView: true,
          });
          view.focus();
          return true;
        },
      }),
    ),
  ];
}

/** Returns the nearer end of the chip that contains a place; else the place itself. */
export function besideChips(place: number, chips: ReadonlyArray<{ start: number; end: number }>): number {
  const chip = chips.find(({ start, end }) => place > start && place < end);
  if (chip === undefined) return place;
  return place - chip.start < chip.end - place ? chip.start : chip.end;
}

import { EditorView, keymap } from '@codemirror/view';
import { VariableName } from '@/lib/services/variables/schema';
import type { EditorStore } from '../store/editor-store';
import { revealBlock } from '../store/selection-actions';
import type { Chip } from './chips';
import { type ChipDefinition, definitionOfChip } from './definition-of-chip';
import { chipAt } from './editor-marks';

/** The targets of a text's chips; null if there is nothing to open. */
export interface Definitions {
  of: (chip: Chip) => ChipDefinition | null;
  open: (definition: ChipDefinition) => void;
}

/** Returns the definitions for the fields of a block. */
export function definitionsFor(store: EditorStore, blockId: string): Definitions {
  return {
    of: ({ source }) => {
      const { document, readOnly } = store.getState();
      const found = definitionOfChip(document, blockId, source);
      if (found === null || 'blockId' in found) return found;
      // Built-in variables can't be changed.
      return readOnly || !VariableName.safeParse(found.variable).success ? null : found;
    },
    open: (definition) => {
      if ('variable' in definition) store.setState({ variableToCreate: definition.variable });
      else openBlock(store, definition.blockId);
    },
  };
}

/** Opens a block, which the canvas scrolls into sight. The previously focused field is unmounted. */
function openBlock(store: EditorStore, blockId: string): void {
  revealBlock(store, blockId);
  const node = () =>
    document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(blockId)}"]`);
  requestAnimationFrame(() => node()?.focus({ preventScroll: true }));
}

/** Opens a chip's definition with F12, or with Ctrl- or Cmd-click. */
export function goToDefinition(definitions: () => Definitions) {
  const go = (view: EditorView, at: number) => {
    const chip = chipAt(view.state, at);
    const definition = chip === undefined ? null : definitions().of(chip);
    if (definition !== null) definitions().open(definition);
    return definition !== null;
  };
  return [
    keymap.of([
      { key: 'F12', preventDefault: true, run: (view) => go(view, view.state.selection.main.head) },
    ]),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (event.button !== 0 || !(event.metaKey || event.ctrlKey)) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null || !go(view, at)) return false;
        event.preventDefault();
        return true;
      },
    }),
  ];
}

import { redoStep, undoStep } from '../document/history';
import { type EditorStore, replaceDocument } from './editor-store';

/** Undoes the last step. Returns its name; null when there is nothing to undo. */
export function undo(store: EditorStore): string | null {
  return travel(store, undoStep);
}

export function redo(store: EditorStore): string | null {
  return travel(store, redoStep);
}

function travel(store: EditorStore, step: typeof undoStep): string | null {
  const { history, document, readOnly, mergeChange } = store.getState();
  const there = readOnly ? null : step(history, document, mergeChange);
  if (there === null) return null;
  replaceDocument(store, there.document, { history: there.history });
  return there.label;
}

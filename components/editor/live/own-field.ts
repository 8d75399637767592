import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Place } from '@/lib/services/shared-edits/schema';
import type { EditorStore } from '../store/editor-store';

/** The focused text of this window, and the caret in it; null if none has the focus. */
export type OwnField = StoreApi<Place['field']>;

const stores = new WeakMap<EditorStore, OwnField>();

/** Separate from the editor's store, because nothing in this window depends on the caret. */
export function ownFieldOf(editor: EditorStore): OwnField {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const made = createStore<Place['field']>(() => null);
  stores.set(editor, made);
  return made;
}

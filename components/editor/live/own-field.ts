import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Place } from '@/lib/services/shared-edits/schema';
import type { EditorStore } from '../store/editor-store';

/** The text that has the focus in this window, and the caret in it; null where none has. */
export type OwnField = StoreApi<Place['field']>;

const stores = new WeakMap<EditorStore, OwnField>();

/** Apart from the editor's store: a caret that moves is news for nobody in this window. */
export function ownFieldOf(editor: EditorStore): OwnField {
  const known = stores.get(editor);
  if (known !== undefined) return known;
  const made = createStore<Place['field']>(() => null);
  stores.set(editor, made);
  return made;
}

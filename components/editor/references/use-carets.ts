import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useContext, useEffect, useRef } from 'react';
import { MAX_FIELD_NAME_CHARACTERS, type Present } from '@/lib/services/shared-edits/schema';
import { ownFieldOf } from '../live/own-field';
import { useEditorStore } from '../store/editor-context';
import { type OtherCaret, setOthersCarets } from './others-carets';
import { SharedField } from './shared-field';
import { labelOf } from './use-insert-target';

/** Shows other users' carets in the same text. @returns a function that reports this window's caret */
export function useCarets(
  view: EditorView | null,
  blockId: string,
): (state: EditorState, isFocused: boolean) => void {
  const store = useEditorStore();
  const field = useContext(SharedField);
  const told = useRef<ReturnType<typeof readField> | null>(null);
  useEffect(() => {
    if (view === null || field === null) return;
    let shown = '[]';
    const show = () => {
      const carets = caretsIn(store.getState().present, blockId, nameOf(view, field));
      const text = JSON.stringify(carets);
      if (text === shown) return;
      shown = text;
      view.dispatch({ effects: setOthersCarets.of(carets) });
    };
    show();
    return store.subscribe((state, before) => {
      if (state.present !== before.present) show();
    });
  }, [view, store, blockId, field]);
  useEffect(() => {
    const own = ownFieldOf(store);
    // An editor mounted with the focus took it before the listener existed.
    if (view?.hasFocus && field !== null) {
      told.current = readField(view.state, blockId, nameOf(view, field));
      own.setState(told.current, true);
    }
    return () => {
      if (told.current !== null && own.getState() === told.current) own.setState(null, true);
    };
  }, [view, store, blockId, field]);
  return (state, isFocused) => {
    if (view === null || field === null) return;
    const own = ownFieldOf(store);
    const wasOwn = told.current !== null && own.getState() === told.current;
    told.current = isFocused ? readField(state, blockId, nameOf(view, field)) : null;
    if (isFocused || wasOwn) own.setState(told.current, true);
  };
}

function readField({ selection, doc }: EditorState, blockId: string, name: string) {
  const { anchor, head } = selection.main;
  return { blockId, name, caret: { anchor, head, length: doc.length } };
}

/** Returns a name that is the same in every window that shows the text. */
const nameOf = (view: EditorView, field: string): string =>
  `${field}: ${labelOf(view) ?? ''}`.slice(0, MAX_FIELD_NAME_CHARACTERS);

function caretsIn(present: readonly Present[], blockId: string, name: string): OtherCaret[] {
  return present.flatMap(({ clientId, userId, name: person, place: { field } }) => {
    // An older server doesn't report carets.
    if (field === null || field.blockId !== blockId || field.name !== name || field.caret == null) return [];
    return [{ clientId, userId, person, ...field.caret }];
  });
}

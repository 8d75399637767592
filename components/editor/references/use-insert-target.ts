import { StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useMemo } from 'react';
import { useFieldLabelId } from '../../ui/field';
import { forgetField, type InsertTarget, noteFocused } from './focused-field';
import type { ReferenceInputProps } from './text-frame';
import { placeOf } from './text-place';

const told = new WeakMap<EditorView, Set<() => void>>();

/** Returns the listeners of a view's text changes; the update listener is added only on the first call. */
function listenersOf(view: EditorView): Set<() => void> {
  const known = told.get(view);
  if (known !== undefined) return known;
  const listeners = new Set<() => void>();
  told.set(view, listeners);
  const tell = EditorView.updateListener.of(({ docChanged }) => {
    if (docChanged) for (const each of listeners) each();
  });
  view.dispatch({ effects: StateEffect.appendConfig.of(tell) });
  return listeners;
}

function onTextOf(view: EditorView, listener: () => void): () => void {
  const listeners = listenersOf(view);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Makes the text a target for values clicked elsewhere, while it is mounted. */
export function useInsertTarget(
  view: EditorView | null,
  { blockId, plain, when, args, whole, language = 'text' }: ReferenceInputProps,
): void {
  const target = useMemo((): InsertTarget | null => {
    if (view === null || view.state.readOnly || plain) return null;
    const label = labelOf(view);
    const insert = (text: string) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
      view.focus();
    };
    return {
      blockId,
      label: label ?? 'the field',
      insert,
      focus: () => view.focus(),
      language,
      place: placeOf(language, whole),
      element: view.dom,
      text: () => view.state.doc.toString(),
      onText: (listener) => onTextOf(view, listener),
      ...(when === undefined ? {} : { when }),
      ...(args === undefined ? {} : { args }),
    };
  }, [view, blockId, plain, when, args, language, whole]);
  useEffect(() => {
    if (target === null) return;
    const { element } = target;
    const note = () => noteFocused(target);
    if (element.contains(document.activeElement)) note();
    element.addEventListener('focusin', note);
    return () => {
      element.removeEventListener('focusin', note);
      forgetField(target);
    };
  }, [target]);
}

/** Returns the label of the text: "URL". */
export function labelOf({ contentDOM }: EditorView): string | undefined {
  const labelId = contentDOM.getAttribute('aria-labelledby') ?? '';
  return contentDOM.getAttribute('aria-label') ?? document.getElementById(labelId)?.textContent ?? undefined;
}

/** Focuses the text on a click on its label, which the browser does only for form controls. */
export function useLabelClick(view: EditorView | null): void {
  const labelId = useFieldLabelId();
  useEffect(() => {
    const label = labelId === undefined ? null : document.getElementById(labelId);
    if (view === null || label === null) return;
    const focus = () => view.focus();
    label.addEventListener('click', focus);
    return () => label.removeEventListener('click', focus);
  }, [view, labelId]);
}

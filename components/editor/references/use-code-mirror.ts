import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { chipTooltips } from './chip-tooltip';
import type { ChipScope } from './chips';
import { editorKeys, type KeyEvents } from './editor-keys';
import { marksField, setMarkInput, type TextLanguage } from './editor-marks';
import { editorTheme } from './editor-theme';
import { createOwnUpdates } from './own-updates';

export interface CodeMirrorOptions extends KeyEvents {
  text: string;
  multiline: boolean;
  readOnly: boolean;
  placeholder: string;
  language: TextLanguage;
  scope: ChipScope | null;
  /** ARIA and id of the editable element. */
  attributes: Record<string, string>;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** After every change of text, selection or focus. */
  onState: (state: EditorState, isFocused: boolean) => void;
}

/** Marks a change that came from outside: it is not told to the outside again. */
const fromOutside = Annotation.define<boolean>();

/** A CodeMirror view in `host`, kept in step with the options. Null until it is there. */
export function useCodeMirror(host: RefObject<HTMLElement | null>, options: CodeMirrorOptions) {
  const latest = useRef(options);
  const [view, setView] = useState<EditorView | null>(null);
  const [parts] = useState(() => ({ settings: new Compartment() }));
  const [ownUpdates] = useState(() => createOwnUpdates());
  useLayoutEffect(() => {
    latest.current = options;
  });

  useLayoutEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const { text, multiline } = latest.current;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          marksField,
          chipTooltips(),
          editorKeys(multiline, () => latest.current),
          editorTheme,
          drawSelection(),
          parts.settings.of(settingsOf(latest.current)),
          EditorView.updateListener.of((update) => {
            const isFromOutside = update.transactions.some((each) => each.annotation(fromOutside));
            if (update.docChanged && !isFromOutside) {
              const changed = update.state.doc.toString();
              ownUpdates.note(changed);
              latest.current.onChange(changed);
            }
            if (update.docChanged || update.selectionSet || update.focusChanged)
              latest.current.onState(update.state, update.view.hasFocus);
            if (update.focusChanged && !update.view.hasFocus) latest.current.onBlur();
          }),
        ],
      }),
    });
    setView(made);
    return () => made.destroy();
  }, [host, parts, ownUpdates]);

  const { text, scope, language, readOnly, placeholder: hint, attributes } = options;
  useLayoutEffect(() => {
    view?.dispatch({ effects: setMarkInput.of({ scope, language }) });
  }, [view, scope, language]);
  const attributesText = JSON.stringify(attributes);
  useLayoutEffect(() => {
    const settings = settingsOf({ readOnly, placeholder: hint, attributes: JSON.parse(attributesText) });
    view?.dispatch({ effects: parts.settings.reconfigure(settings) });
    if (JSON.parse(attributesText).role !== 'combobox') return;
    // CodeMirror says them of every text; a combobox may not.
    for (const name of ['aria-multiline', 'aria-placeholder']) view?.contentDOM.removeAttribute(name);
  }, [view, parts, readOnly, hint, attributesText]);
  useLayoutEffect(() => {
    if (view !== null && !ownUpdates.isOwn(text)) showText(view, text);
  }, [view, text, ownUpdates]);
  useEffect(() => {
    if (view === null) return;
    // An owner may take a change back by leaving its value as it was.
    return ownUpdates.whenSettled(() => showText(view, latest.current.text));
  }, [view, ownUpdates]);
  return view;
}

function settingsOf(options: Pick<CodeMirrorOptions, 'readOnly' | 'placeholder' | 'attributes'>) {
  return [
    EditorState.readOnly.of(options.readOnly),
    placeholder(options.placeholder),
    EditorView.contentAttributes.of({
      spellcheck: 'false',
      tabindex: '0',
      autocorrect: 'off',
      autocapitalize: 'off',
      ...options.attributes,
    }),
  ];
}

/** Only what differs is changed, so that the caret stays where it was. */
function showText(view: EditorView, text: string): void {
  const present = view.state.doc.toString();
  if (present === text || view.composing) return;
  const limit = Math.min(present.length, text.length);
  let from = 0;
  while (from < limit && present[from] === text[from]) from += 1;
  let same = 0;
  while (same < limit - from && present[present.length - 1 - same] === text[text.length - 1 - same])
    same += 1;
  view.dispatch({
    changes: { from, to: present.length - same, insert: text.slice(from, text.length - same) },
    annotations: fromOutside.of(true),
  });
}

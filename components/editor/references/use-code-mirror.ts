import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, placeholder } from '@codemirror/view';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { changeText, typedInto } from './change-text';
import { chipTooltips } from './chip-tooltip';
import type { ChipScope } from './chips';
import { dropReference } from './drop-reference';
import { editorKeys, type KeyEvents } from './editor-keys';
import { type FindProblem, marksField, setMarkInput, type TextLanguage } from './editor-marks';
import { editorTheme } from './editor-theme';
import { type Definitions, goToDefinition } from './go-to-definition';
import { holdCaret } from './hold-caret';
import { othersCarets } from './others-carets';
import { createOwnUpdates } from './own-updates';
import { plainLines } from './plain-lines';
import type { Caret, LoadedEditorProps } from './text-frame';

export interface CodeMirrorOptions extends KeyEvents {
  text: string;
  multiline: boolean;
  readOnly: boolean;
  placeholder: string;
  language: TextLanguage;
  scope: ChipScope | null;
  definitions: Definitions;
  findProblem: FindProblem | undefined;
  /** The language's extensions. */
  extensions: Extension;
  /** ARIA and id of the editable element. */
  attributes: Record<string, string>;
  handedOver: LoadedEditorProps['handedOver'];
  onChange: (text: string) => void;
  onBlur: () => void;
  /** Called after every change of text, selection or focus. */
  onState: (state: EditorState, isFocused: boolean) => void;
}

/** Marks a change from outside, which must not be reported back. */
const fromOutside = Annotation.define<boolean>();

/** Creates a CodeMirror view in `host`, kept in sync with the options. Null until it is mounted. */
export function useCodeMirror(host: RefObject<HTMLElement | null>, options: CodeMirrorOptions) {
  const latest = useRef(options);
  const [view, setView] = useState<EditorView | null>(null);
  const [parts] = useState(() => ({ settings: new Compartment(), language: new Compartment() }));
  const [ownUpdates] = useState(() => createOwnUpdates());
  const unshown = useRef<string | null>(null);
  useLayoutEffect(() => {
    latest.current = options;
  });

  useLayoutEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const { text, multiline, handedOver } = latest.current;
    const made = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        selection: caretIn(text, handedOver.current),
        extensions: [
          marksField,
          chipTooltips(() => latest.current.definitions),
          goToDefinition(() => latest.current.definitions),
          editorKeys(multiline, () => latest.current),
          parts.language.of(latest.current.extensions),
          editorTheme,
          drawSelection(),
          othersCarets,
          plainLines,
          dropReference(),
          handedOver.current === null ? [] : holdCaret(),
          EditorView.domEventHandlers({
            compositionend: (_, each) => {
              setTimeout(() => showUnshown(each, unshown), COMPOSED_WITHIN_MS);
            },
          }),
          parts.settings.of(settingsOf(latest.current)),
          EditorView.updateListener.of((update) => {
            const isFromOutside = update.transactions.some((each) => each.annotation(fromOutside));
            if (update.docChanged && !isFromOutside) {
              const changed =
                unshown.current === null ? update.state.doc.toString() : typedInto(unshown.current, update);
              if (unshown.current !== null) unshown.current = changed;
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
    if (handedOver.current !== null) {
      handedOver.current = null;
      made.focus();
      made.dispatch({ effects: EditorView.scrollIntoView(made.state.selection.main) });
    }
    return () => {
      const { anchor, head } = made.state.selection.main;
      if (made.hasFocus) handedOver.current = { anchor, head };
      made.destroy();
    };
  }, [host, parts, ownUpdates]);

  const { text, scope, language, findProblem, extensions, readOnly, placeholder: hint, attributes } = options;
  useLayoutEffect(() => {
    view?.dispatch({ effects: setMarkInput.of({ scope, language, findProblem }) });
  }, [view, scope, language, findProblem]);
  useLayoutEffect(() => {
    if (view === null || parts.language.get(view.state) === extensions) return;
    view.dispatch({ effects: parts.language.reconfigure(extensions) });
  }, [view, parts, extensions]);
  const attributesText = JSON.stringify(attributes);
  useLayoutEffect(() => {
    const settings = settingsOf({ readOnly, placeholder: hint, attributes: JSON.parse(attributesText) });
    view?.dispatch({ effects: parts.settings.reconfigure(settings) });
    if (JSON.parse(attributesText).role !== 'combobox') return;
    // CodeMirror sets these on every text, but a combobox may not have them.
    for (const name of ['aria-multiline', 'aria-placeholder']) view?.contentDOM.removeAttribute(name);
  }, [view, parts, readOnly, hint, attributesText]);
  useLayoutEffect(() => {
    if (view === null || ownUpdates.isOwn(text)) return;
    unshown.current = text;
    showUnshown(view, unshown);
  }, [view, text, ownUpdates]);
  useEffect(() => {
    if (view === null) return;
    // An owner may reject a change by leaving its value unchanged.
    return ownUpdates.whenSettled(() => {
      unshown.current = latest.current.text;
      showUnshown(view, unshown);
    });
  }, [view, ownUpdates]);
  return view;
}

/** CodeMirror itself takes a few hundredths of a second to read composed text. */
const COMPOSED_WITHIN_MS = 100;

/** Shows a text from outside, but not while an input method composes, which a change would end. */
function showUnshown(view: EditorView, unshown: RefObject<string | null>): void {
  if (unshown.current === null || view.composing) return;
  changeText(view, unshown.current, fromOutside.of(true));
  unshown.current = null;
}

/** Returns a caret from another element, limited to the text. */
function caretIn(text: string, caret: Caret | null): Caret {
  const within = (at: number) => Math.min(at, text.length);
  return { anchor: within(caret?.anchor ?? 0), head: within(caret?.head ?? 0) };
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

'use client';

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFieldControl, useFieldLabelId } from '../ui/field';
import { colours } from './code-colours';
import { codeTheme } from './code-theme';
import { type ScriptInputProps, scriptFrame } from './script-frame';
import { textTheme } from './text-theme';

export interface ScriptEditorProps extends ScriptInputProps {
  /** True if the element in whose place it comes had the focus. */
  takesFocus: boolean;
}

/** Marks a change from outside, which is not reported back. */
const fromOutside = Annotation.define<boolean>();

// Tab leaves the field, as it leaves the others of a form.
const EXTENSIONS: Extension = [
  javascriptLanguage.extension,
  colours,
  textTheme,
  codeTheme,
  history(),
  drawSelection(),
  lineNumbers(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap]),
];

/** JavaScript that names no blocks. Loaded on first use. */
export function ScriptEditor(props: ScriptEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const [view, setView] = useState<EditorView | null>(null);
  const [settings] = useState(() => new Compartment());
  const { value, readOnly } = props;
  const labelId = useFieldLabelId();
  const wiring = useFieldControl();
  const { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid } = wiring;
  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (host.current === null) return;
    const { value: doc, takesFocus } = latest.current;
    const reported = EditorView.updateListener.of((update) => {
      const isFromOutside = update.transactions.some((each) => each.annotation(fromOutside));
      if (update.docChanged && !isFromOutside) latest.current.onChange(update.state.doc.toString());
    });
    const made = new EditorView({
      parent: host.current,
      state: EditorState.create({ doc, extensions: [EXTENSIONS, reported, settings.of([])] }),
    });
    setView(made);
    if (takesFocus) made.focus();
    return () => made.destroy();
  }, [settings]);

  useLayoutEffect(() => {
    const attributes = {
      'aria-multiline': 'true',
      'aria-readonly': String(readOnly),
      ...(id === undefined ? {} : { id }),
      ...(labelId === undefined ? {} : { 'aria-labelledby': labelId }),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    };
    const extensions = [EditorState.readOnly.of(readOnly), EditorView.contentAttributes.of(attributes)];
    view?.dispatch({ effects: settings.reconfigure(extensions) });
  }, [view, settings, readOnly, id, labelId, describedBy, isInvalid]);

  useEffect(() => {
    if (view === null || view.state.doc.toString() === value) return;
    const changes = { from: 0, to: view.state.doc.length, insert: value };
    view.dispatch({ changes, annotations: fromOutside.of(true) });
  }, [view, value]);

  return <div ref={host} className={scriptFrame} />;
}

'use client';

import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cn } from '../../ui/class-names';
import { useFieldControl, useFieldLabelId } from '../../ui/field';
import { useEditorStore } from '../store/editor-context';
import { ChipNotes } from './chip-notes';
import type { Chip } from './chips';
import { CompletionList } from './completion-list';
import { chipTouching, marksField } from './editor-marks';
import { forgetField, noteFocused } from './focused-field';
import { SyntaxLine } from './syntax-line';
import { DEFAULT_MIN_ROWS, frameClasses, heightOfRows, type ReferenceInputProps } from './text-frame';
import { useCodeMirror } from './use-code-mirror';
import { type Anchor, useCompletion } from './use-completion';
import { useReferenceScope } from './use-scope';

const MAX_ROWS = 18;

/** The text itself: chips, completion, colours. Loaded when first needed, hence the default export. */
export default function TextEditor(props: ReferenceInputProps) {
  const { blockId, value, multiline = false, readOnly = false, language = 'text' } = props;
  const store = useEditorStore();
  const host = useRef<HTMLDivElement>(null);
  const id = useId();
  const { scope, chipScope, variables } = useReferenceScope(blockId, props.when, props.args);
  const [view, setView] = useState<EditorView | null>(null);
  const [touched, setTouched] = useState<Chip | null>(null);
  const completion = useCompletion({
    ...{ view, scope, variables, isOff: readOnly || props.plain === true },
    onCreate: (name) => store.setState({ variableToCreate: name }),
  });
  const attributes = useAriaAttributes(props, id, completion);
  const onState = (state: EditorState, isFocused: boolean) => {
    completion.follow(state, isFocused);
    setTouched(isFocused ? chipTouching(state) : null);
  };
  const made = useCodeMirror(host, {
    text: value,
    multiline,
    readOnly,
    placeholder: props.placeholder ?? '',
    language,
    scope: props.plain ? null : chipScope,
    attributes,
    onChange: props.onChange,
    onState,
    onKey: completion.onKey,
    onEnter: () => props.onEnter?.(),
    onBlur: () => props.onBlur?.(),
  });
  useEffect(() => setView(made), [made]);
  useInsertTarget(view, props, host);
  useLabelClick(view);
  const anchor = useAnchor(view, completion.isOpen ? (completion.token?.start ?? null) : null);
  const marks = view?.state.field(marksField);
  const { minRows = DEFAULT_MIN_ROWS } = props;
  return (
    <div className={cn(frameClasses, props.mono && 'font-mono text-xs', props.className)}>
      <div
        ref={host}
        className={cn(
          // However long the text, the column stays as wide as it is.
          '[contain:inline-size]',
          multiline
            ? '[&_.cm-editor]:max-h-(--most) [&_.cm-editor]:min-h-(--least) [&_.cm-scroller]:min-h-(--least)'
            : '[&_.cm-scroller]:[scrollbar-width:none]',
        )}
        style={{ '--least': `${heightOfRows(minRows)}px`, '--most': `${heightOfRows(MAX_ROWS)}px` } as object}
      />
      <ChipNotes id={`${id}-notes`} chips={marks?.chips ?? []} touched={completion.isOpen ? null : touched} />
      {language === 'text' ? null : (
        <SyntaxLine
          id={`${id}-syntax`}
          text={value}
          problem={marks?.problem ?? null}
          fine={language === 'json' ? 'Valid JSON' : 'No syntax errors'}
        />
      )}
      {completion.isOpen && completion.token !== null && anchor !== null ? (
        <CompletionList
          id={`${id}-list`}
          anchor={anchor}
          kind={completion.token.kind}
          options={completion.options}
          current={completion.current}
          onChoose={completion.choose}
        />
      ) : null}
    </div>
  );
}

function useAriaAttributes(
  props: ReferenceInputProps,
  id: string,
  { isOpen, options, current }: Pick<ReturnType<typeof useCompletion>, 'isOpen' | 'options' | 'current'>,
): Record<string, string> {
  const wiring = useFieldControl();
  const labelId = useFieldLabelId();
  const label = props['aria-label'];
  const invalid = props.invalid || wiring['aria-invalid'];
  const described = [
    wiring['aria-describedby'],
    `${id}-notes`,
    props.language === undefined || props.language === 'text' ? '' : `${id}-syntax`,
  ];
  return {
    role: props.multiline ? 'textbox' : 'combobox',
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-describedby': described.filter(Boolean).join(' '),
    'aria-readonly': String(props.readOnly ?? false),
    ...(props.multiline ? { 'aria-multiline': 'true' } : { 'aria-expanded': String(isOpen) }),
    ...(wiring.id === undefined ? {} : { id: wiring.id }),
    ...(label !== undefined ? { 'aria-label': label } : labelId ? { 'aria-labelledby': labelId } : {}),
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(wiring['aria-required'] ? { 'aria-required': 'true' } : {}),
    ...(isOpen ? { 'aria-controls': `${id}-list` } : {}),
    ...(isOpen && options[current] ? { 'aria-activedescendant': `${id}-list-${current}` } : {}),
  };
}

/** While it is on screen, a value clicked elsewhere can come in here. */
function useInsertTarget(
  view: EditorView | null,
  { blockId, plain }: ReferenceInputProps,
  host: RefObject<HTMLElement | null>,
): void {
  const target = useMemo(() => {
    if (view === null || view.state.readOnly || plain) return null;
    const { contentDOM } = view;
    const labelId = contentDOM.getAttribute('aria-labelledby') ?? '';
    const label = contentDOM.getAttribute('aria-label') ?? document.getElementById(labelId)?.textContent;
    const insert = (text: string) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
      view.focus();
    };
    return { blockId, label: label ?? 'the field', insert };
  }, [view, blockId, plain]);
  useEffect(() => {
    const element = host.current;
    if (target === null || element === null) return;
    const note = () => noteFocused(target);
    if (element.contains(document.activeElement)) note();
    element.addEventListener('focusin', note);
    return () => {
      element.removeEventListener('focusin', note);
      forgetField(target);
    };
  }, [target, host]);
}

/** A rich text is no form control: the browser doesn't lead a click on its label there. */
function useLabelClick(view: EditorView | null): void {
  const labelId = useFieldLabelId();
  useEffect(() => {
    const label = labelId === undefined ? null : document.getElementById(labelId);
    if (view === null || label === null) return;
    const focus = () => view.focus();
    label.addEventListener('click', focus);
    return () => label.removeEventListener('click', focus);
  }, [view, labelId]);
}

/** Where a character is on screen; follows scrolling and resizing. */
function useAnchor(view: EditorView | null, at: number | null): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useLayoutEffect(() => {
    if (view === null || at === null) return setAnchor(null);
    const measure = () =>
      view.requestMeasure({
        key: measure,
        read: () => view.coordsAtPos(Math.min(at, view.state.doc.length)),
        write: (place) => setAnchor(place && { left: place.left, top: place.top, bottom: place.bottom }),
      });
    measure();
    window.addEventListener('scroll', measure, true);
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure, true);
      window.removeEventListener('resize', measure);
    };
  }, [view, at]);
  return anchor;
}

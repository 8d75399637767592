'use client';

import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { cn } from '../../ui/class-names';
import { useEditorStore } from '../store/editor-context';
import { ChipNotes } from './chip-notes';
import type { Chip } from './chips';
import { CodeButtons } from './code-buttons';
import { type CodeTools, codeKey, formatIn } from './code-tools';
import { CompletionList } from './completion-list';
import { chipTouching, marksField } from './editor-marks';
import { ExpandedEditor } from './expanded-editor';
import { definitionsFor } from './go-to-definition';
import { jsonBrackets } from './json-brackets';
import { SyntaxLine } from './syntax-line';
import { DEFAULT_MIN_ROWS, frameClasses, heightOfRows, type LoadedEditorProps, MAX_ROWS } from './text-frame';
import { placeOf } from './text-place';
import { useAnchor } from './use-anchor';
import { useAriaAttributes } from './use-aria-attributes';
import { useCarets } from './use-carets';
import { useCodeMirror } from './use-code-mirror';
import { useCompletion } from './use-completion';
import { useInsertTarget, useLabelClick } from './use-insert-target';
import { useReferenceScope } from './use-scope';
import { besideButton, overText, UseValueButton } from './use-value-button';

export interface TextEditorProps extends LoadedEditorProps {
  /** The tools, if the text is code. */
  tools?: CodeTools;
}

/** The editor: chips, completion, code. Loaded when first needed, hence the default export. */
export default function TextEditor(props: TextEditorProps) {
  const { blockId, value, multiline = false, readOnly = false, language = 'text', tools } = props;
  const store = useEditorStore();
  const host = useRef<HTMLDivElement | null>(null);
  const id = useId();
  const { scope, chipScope, variables } = useReferenceScope(
    blockId,
    props.when,
    props.args,
    placeOf(language, props.whole),
  );
  const [view, setView] = useState<EditorView | null>(null);
  const [touched, setTouched] = useState<Chip | null>(null);
  const [isExpanded, setExpanded] = useState(false);
  const completion = useCompletion({
    view,
    scope,
    variables,
    language,
    tools,
    isOff: readOnly,
    isPlain: props.plain === true,
    isLone: props.lone === true,
    offersWhole: chipScope.place !== 'none',
    onCreate: (name) => store.setState({ variableToCreate: name }),
  });
  const format = () => {
    if (view !== null && tools !== undefined && language !== 'text') formatIn(view, tools, language);
  };
  const onCodeKey = (event: KeyboardEvent) => {
    const asked = tools === undefined ? null : codeKey(event);
    if (asked === 'format') format();
    if (asked === 'expand') setExpanded(!isExpanded);
    return asked !== null;
  };
  const mayBeJson = language === 'text' && multiline && props.whole === 'value';
  const extensions = useMemo(() => {
    if (mayBeJson) return JSON_OR_TEXT;
    return tools === undefined || language === 'text' ? besideButton : tools.extensions;
  }, [tools, language, mayBeJson]);
  const tellCaret = useCarets(view, blockId);
  const definitions = useMemo(() => definitionsFor(store, blockId), [store, blockId]);
  const made = useCodeMirror(host, {
    text: value,
    multiline,
    readOnly,
    placeholder: props.placeholder ?? '',
    language,
    extensions,
    scope: props.plain ? null : chipScope,
    definitions,
    findProblem: tools?.findProblem,
    attributes: useAriaAttributes(props, id, completion),
    handedOver: props.handedOver,
    onChange: props.onChange,
    onState: (state: EditorState, isFocused: boolean) => {
      completion.follow(state, isFocused);
      tellCaret(state, isFocused);
      setTouched(isFocused ? chipTouching(state) : null);
    },
    onKey: (event) => completion.onKey(event) || onCodeKey(event),
    onEnter: () => props.onEnter?.(),
    onBlur: () => props.onBlur?.(),
  });
  useEffect(() => setView(made), [made]);
  useInsertTarget(view, props);
  useLabelClick(view);
  const anchor = useAnchor(view, completion.isOpen ? (completion.token?.start ?? null) : null);
  const marks = view?.state.field(marksField);
  const { minRows = DEFAULT_MIN_ROWS } = props;
  /** Moves the same editor, with its text, undo steps and folds, to wherever it is shown. */
  const place = (element: HTMLDivElement | null) => {
    host.current = element;
    if (element !== null && view !== null && view.dom.parentElement !== element) {
      element.append(view.dom);
      view.requestMeasure();
    }
  };
  const canUse = !readOnly && props.plain !== true;
  const inside = (
    <>
      <div
        ref={place}
        className={cn(
          // Keeps the column's width, however long the text is.
          '[contain:inline-size]',
          isExpanded && 'min-h-0 flex-1 [&_.cm-editor]:h-full',
          !isExpanded && multiline && SIZED_BY_ROWS,
          !multiline && '[&_.cm-scroller]:[scrollbar-width:none]',
          // A long text continues behind the button, and ends beside it.
          language === 'text' && canUse && '[&_.cm-content]:pr-6!',
        )}
        style={{ '--least': `${heightOfRows(minRows)}px`, '--most': `${heightOfRows(MAX_ROWS)}px` } as object}
      />
      {language === 'text' && canUse ? (
        <UseValueButton
          view={view}
          isLone={props.lone === true}
          onAskWhole={completion.askWhole}
          className={overText}
        />
      ) : null}
      <ChipNotes
        id={`${id}-notes`}
        chips={[...(marks?.chips ?? []), ...(marks?.unread ?? [])]}
        touched={completion.isOpen ? null : touched}
      />
      {language === 'text' ? null : (
        <SyntaxLine
          id={`${id}-syntax`}
          text={value}
          problem={marks?.problem ?? null}
          fine={tools?.fine ?? ''}
        >
          {canUse ? <UseValueButton view={view} isLone={false} onAskWhole={completion.askWhole} /> : null}
          <CodeButtons
            of={props['aria-label']}
            isExpanded={isExpanded}
            readOnly={readOnly}
            onFormat={format}
            onExpand={setExpanded}
          />
        </SyntaxLine>
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
    </>
  );
  const frame = cn(frameClasses, 'group/code', props.mono && 'font-mono text-xs');
  if (!isExpanded || view === null) return <div className={cn(frame, props.className)}>{inside}</div>;
  return (
    <ExpandedEditor
      view={view}
      dismissInside={completion.dismiss}
      frameClassName={frame}
      placeStyle={{ minHeight: heightOfRows(minRows) }}
      onClose={() => setExpanded(false)}
    >
      {inside}
    </ExpandedEditor>
  );
}

const JSON_OR_TEXT = [besideButton, jsonBrackets];

const SIZED_BY_ROWS =
  '[&_.cm-editor]:max-h-(--most) [&_.cm-editor]:min-h-(--least) [&_.cm-scroller]:min-h-(--least)';

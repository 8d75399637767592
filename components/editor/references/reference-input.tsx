'use client';

import {
  type ChangeEvent,
  type KeyboardEvent,
  type UIEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { slugOf } from '@/lib/engine/references/slug';
import { cn } from '../../ui/class-names';
import { useFieldControl } from '../../ui/field';
import { useEditor } from '../store/editor-context';
import { type CompletionOption, completeReference, completeVariable, tokenAt } from './completion';
import { CompletionList } from './completion-list';
import { MarkedBackdrop } from './marked-backdrop';
import { useScope, useVariableNames } from './use-scope';

export interface ReferenceInputProps {
  blockId: string;
  value: string;
  onChange: (value: string) => void;
  multiline?: boolean;
  mono?: boolean;
  placeholder?: string | undefined;
  readOnly?: boolean;
  /** Without a Field around it, its accessible name. */
  'aria-label'?: string;
  invalid?: boolean;
  /** Lines shown before it scrolls. */
  minRows?: number;
  className?: string;
  onEnter?: () => void;
}

const MAX_ROWS = 18;
/** Going into a value lists the value itself first, then what is inside. */
const FIRST_INSIDE = 1;

/** A text in which `<` offers what earlier blocks put out and `{{` the workspace's variables. */
export function ReferenceInput(props: ReferenceInputProps) {
  const { blockId, value, onChange, multiline = false, mono = false, readOnly = false, minRows = 6 } = props;
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const listId = useId();
  const wiring = useFieldControl();
  const { scope, markScope, variables } = useMarkScope(blockId);
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const [scroll, setScroll] = useState({ left: 0, top: 0 });
  const caretAfter = useRef<number | null>(null);

  const token = caret === null || readOnly ? null : tokenAt(value, caret);
  const options = useMemo(() => {
    if (token === null || token.start === dismissed) return [];
    return token.kind === 'variable'
      ? completeVariable(variables ?? [], token.query)
      : completeReference(scope, token.query);
  }, [token, dismissed, scope, variables]);
  const isOpen = token !== null && token.start !== dismissed && (options.length > 0 || token.query === '');
  const current = Math.min(chosen, Math.max(options.length - 1, 0));

  useLayoutEffect(() => {
    if (caretAfter.current === null || control.current === null) return;
    control.current.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  const put = (text: string, choose = 0) => {
    if (token === null) return;
    caretAfter.current = token.start + text.length;
    setCaret(caretAfter.current);
    setChosen(choose);
    onChange(value.slice(0, token.start) + text + value.slice(token.end));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const option = options[current];
    const acts = isOpen ? completionKey(event, option, options.length) : null;
    if (acts !== null) {
      event.preventDefault();
      event.stopPropagation();
      if (acts === 'dismiss') setDismissed(token?.start ?? null);
      else if (typeof acts === 'number') setChosen((current + acts + options.length) % options.length);
      else put(acts.put, acts.chosen);
    } else if (event.key === 'Enter' && !multiline && !event.metaKey && !event.ctrlKey) {
      props.onEnter?.();
    }
  };
  const sync = (event: { currentTarget: { selectionStart: number | null; selectionEnd: number | null } }) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    setCaret(selectionStart === selectionEnd ? selectionStart : null);
  };
  const shared = {
    ...wiring,
    ref: control,
    value,
    readOnly,
    placeholder: props.placeholder,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'off',
    'aria-label': props['aria-label'],
    'aria-invalid': props.invalid || wiring['aria-invalid'],
    'aria-autocomplete': 'list' as const,
    'aria-controls': isOpen ? listId : undefined,
    'aria-activedescendant': isOpen && options[current] ? `${listId}-${current}` : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setChosen(0);
      if (event.target.value.length < value.length) setDismissed(null);
      sync({ currentTarget: event.target });
      onChange(event.target.value);
    },
    onSelect: sync,
    onFocus: sync,
    onBlur: () => setCaret(null),
    onKeyDown,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) =>
      setScroll({ left: currentTarget.scrollLeft, top: currentTarget.scrollTop }),
    className: cn(
      'relative block w-full resize-none bg-transparent px-2.5 py-1.5 outline-none',
      multiline ? 'overflow-auto whitespace-pre-wrap break-words' : 'h-7.5',
    ),
  };
  return (
    <div
      className={cn(
        'relative w-full min-w-0 overflow-hidden rounded-md border border-line-strong bg-surface text-ink text-sm leading-5 shadow-lift transition-colors duration-100 focus-within:border-focus focus-within:outline-1 focus-within:outline-focus has-[[aria-invalid=true]]:border-danger dark:bg-sunken max-sm:text-lg',
        mono && 'font-mono text-xs',
        props.className,
      )}
    >
      <MarkedBackdrop
        text={value}
        scope={markScope}
        scroll={scroll}
        multiline={multiline}
        caretAt={isOpen ? token.start : null}
      >
        {(anchor) =>
          isOpen ? (
            <CompletionList
              id={listId}
              anchor={anchor}
              kind={token.kind}
              options={options}
              current={current}
              onChoose={(option) => put(option.insert)}
            />
          ) : null
        }
      </MarkedBackdrop>
      {multiline ? (
        <textarea {...shared} rows={rowsOf(value, minRows)} />
      ) : (
        <input {...shared} type="text" role="combobox" aria-expanded={isOpen} />
      )}
    </div>
  );
}

function useMarkScope(blockId: string) {
  const scope = useScope(blockId);
  const blocks = useEditor((state) => state.document.blocks);
  const variables = useVariableNames();
  const markScope = useMemo(
    () => ({
      slugs: Object.values(blocks).map((block) => slugOf(block.name)),
      inScope: new Set(scope.map((block) => block.slug)),
      variables,
    }),
    [blocks, scope, variables],
  );
  return { scope, markScope, variables };
}

/** What a key does while the list is open: a move, a text to put in, `dismiss`; null when the key is for the text. */
function completionKey(event: KeyboardEvent, option: CompletionOption | undefined, count: number) {
  if (event.key === 'Escape') return 'dismiss';
  if (option === undefined || event.shiftKey || event.metaKey || event.ctrlKey || event.altKey) return null;
  if (event.key === 'ArrowDown') return count > 0 ? 1 : null;
  if (event.key === 'ArrowUp') return count > 0 ? -1 : null;
  if (event.key === 'Enter' || event.key === 'Tab') return { put: option.insert, chosen: 0 };
  if (event.key === 'ArrowRight' && option.enter !== null) return { put: option.enter, chosen: FIRST_INSIDE };
  return null;
}

function rowsOf(text: string, least: number): number {
  return Math.min(Math.max(text.split('\n').length, least), MAX_ROWS);
}

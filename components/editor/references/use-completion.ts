import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useMemo, useState } from 'react';
import { type CompletionOption, completeReference, completeVariable, tokenAt } from './completion';
import type { ScopeBlock } from './known-value';

/** Where something hangs, in pixels of the window. */
export interface Anchor {
  left: number;
  top: number;
  bottom: number;
}

export interface CompletionInput {
  view: EditorView | null;
  scope: readonly ScopeBlock[];
  variables: readonly string[] | undefined;
  isOff: boolean;
  /** Asked for when the variable that was put in isn't there yet. */
  onCreate: (name: string) => void;
}

interface Caret {
  text: string;
  at: number;
}

/** Going into a value lists the value itself first, then what is inside. */
const FIRST_INSIDE = 1;

/** What is offered at the caret of a text, and what keys do with it. */
export function useCompletion({ view, scope, variables, isOff, onCreate }: CompletionInput) {
  const [caret, setCaret] = useState<Caret | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);

  const token = useMemo(
    () => (caret === null || isOff ? null : tokenAt(caret.text, caret.at)),
    [caret, isOff],
  );
  const options = useMemo(() => {
    if (token === null || token.start === dismissed) return [];
    return token.kind === 'variable'
      ? completeVariable(variables, token.query)
      : completeReference(scope, token.query);
  }, [token, dismissed, scope, variables]);
  const isOpen = token !== null && token.start !== dismissed && (options.length > 0 || token.query === '');
  const current = Math.min(chosen, Math.max(options.length - 1, 0));

  const follow = (state: EditorState, isFocused: boolean) => {
    const { main } = state.selection;
    const text = state.doc.toString();
    if (caret !== null && text !== caret.text) {
      setChosen(0);
      if (text.length < caret.text.length) setDismissed(null);
    }
    setCaret(isFocused && main.empty ? { text, at: main.head } : null);
  };
  const put = (text: string, choose = 0) => {
    if (token === null || view === null) return;
    view.dispatch({
      changes: { from: token.start, to: token.end, insert: text },
      selection: { anchor: token.start + text.length },
      userEvent: 'input.complete',
      scrollIntoView: true,
    });
    setChosen(choose);
  };
  const choose = (option: CompletionOption) => {
    put(option.insert);
    if (option.creates !== undefined) onCreate(option.creates);
  };
  /** True when the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    const act = isOpen ? completionKey(event, options[current], options.length) : null;
    if (act === null) return false;
    if (act === 'dismiss') setDismissed(token?.start ?? null);
    else if (typeof act === 'number') setChosen((current + act + options.length) % options.length);
    else if (act.option !== undefined) choose(act.option);
    else put(act.put, act.chosen);
    return true;
  };
  return { token, options, isOpen, current, follow, choose, onKey };
}

/**
 * What a key does while the list is open: a move, a text to put in, `dismiss`; null when the key is for the
 * text.
 */
function completionKey(event: KeyboardEvent, option: CompletionOption | undefined, count: number) {
  if (event.key === 'Escape') return 'dismiss';
  if (option === undefined || event.shiftKey || event.metaKey || event.ctrlKey || event.altKey) return null;
  if (event.key === 'ArrowDown') return count > 0 ? 1 : null;
  if (event.key === 'ArrowUp') return count > 0 ? -1 : null;
  if (event.key === 'Enter' || event.key === 'Tab') return { option };
  if (event.key === 'ArrowRight' && option.enter !== null)
    return { option: undefined, put: option.enter, chosen: FIRST_INSIDE };
  return null;
}

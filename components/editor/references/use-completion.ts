import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { useMemo, useState } from 'react';
import type { CodePlace } from '../code/code-place';
import { type CodeOption, completeCode } from './code-completion';
import type { CodeOffer, CodeTools } from './code-tools';
import {
  type CompletionToken,
  completeReference,
  completeVariable,
  loneTokenAt,
  tokenAt,
} from './completion';
import type { TextLanguage } from './editor-marks';
import type { ScopeBlock } from './known-value';

/** The position of an anchored element, in pixels of the window. */
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
  /** True without references and variables: only the language's own completions are offered. */
  isPlain: boolean;
  /** True if the text is only one reference. */
  isLone: boolean;
  /** True if a block's whole output is allowed in it. */
  offersWhole: boolean;
  language: TextLanguage;
  /** The tools, if the text is code. */
  tools: CodeTools | undefined;
  /** Called when the inserted variable doesn't exist yet. */
  onCreate: (name: string) => void;
}

interface Caret {
  text: string;
  at: number;
  /** The name being typed in code. */
  code: CodePlace | null;
  /** The language's own completions there. */
  offer: CodeOffer | null;
  /** True if the whole text is selected: the chosen option replaces it. */
  isWhole: boolean;
}

/** Names are offered from their second letter on; sooner, the list would get in the way of every word. */
const MIN_NAME = 2;

/** Inside a value, the list has the value itself first, then its members. */
const FIRST_INSIDE = 1;

/** Returns the completions at the caret of a text, and the handlers of their keys. */
export function useCompletion({ view, scope, variables, isOff, isPlain, isLone, ...input }: CompletionInput) {
  const { language, tools, onCreate, offersWhole } = input;
  const words = language === 'function' || language === 'expression' ? language : null;
  const [caret, setCaret] = useState<Caret | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);

  const token = useMemo((): CompletionToken | null => {
    if (caret === null || isOff) return null;
    const { text, at, code, offer, isWhole } = caret;
    if (isWhole) return { kind: 'reference', start: 0, end: text.length, query: '' };
    const found = isPlain ? null : (isLone ? loneTokenAt : tokenAt)(text, at);
    if (found !== null) return found;
    if (offer !== null)
      return { kind: 'code', start: offer.start, end: at, query: text.slice(offer.start, at) };
    if (code === null) return null;
    return { kind: 'code', start: at - code.name.length, end: at, query: code.name };
  }, [caret, isOff, isPlain, isLone]);
  const { code = null, offer = null } = caret ?? {};
  const options = useMemo((): CodeOption[] => {
    if (token === null || token.start === dismissed) return [];
    if (token.kind === 'variable') return completeVariable(variables, token.query);
    if (token.kind === 'reference') return completeReference(scope, token.query, offersWhole);
    if (offer !== null) return [...offer.options];
    if (code === null || words === null) return [];
    return completeCode(code, scope, { language: words, snippets: tools?.snippets ?? [] });
  }, [token, dismissed, scope, variables, code, offer, words, tools, offersWhole]);
  const isOpen =
    token !== null &&
    token.start !== dismissed &&
    (options.length > 0 || (token.query === '' && token.kind !== 'code'));
  const current = Math.min(chosen, Math.max(options.length - 1, 0));

  const follow = (state: EditorState, isFocused: boolean) => {
    const { main } = state.selection;
    const text = state.doc.toString();
    if (caret !== null && text !== caret.text) {
      setChosen(0);
      if (text.length < caret.text.length) setDismissed(null);
    }
    if (isLone && !isFocused) setDismissed(null);
    const isTyped = caret !== null && text !== caret.text;
    const code = isTyped ? typedPlace(state) : null;
    const offer = isTyped ? (tools?.complete?.(state, false) ?? null) : null;
    const isWhole = main.from === 0 && main.to === text.length;
    setCaret((before) => {
      if (isFocused && isWhole && before?.isWhole && before.text === text) return before;
      return isFocused && main.empty ? { text, at: main.head, code, offer, isWhole: false } : null;
    });
  };
  const typedPlace = (state: EditorState) => {
    const place = words === null ? null : (tools?.placeAt(state, false) ?? null);
    return place !== null && (place.path.length > 0 || place.name.length >= MIN_NAME) ? place : null;
  };
  /** Lists all replacements for the text, which is selected. */
  const askWhole = () => {
    if (view === null) return;
    const text = view.state.doc.toString();
    setDismissed(null);
    setChosen(0);
    setCaret({ text, at: text.length, code: null, offer: null, isWhole: true });
  };
  /** Lists names, wherever one is allowed. */
  const ask = () => {
    if (view === null || caret === null) return;
    setDismissed(null);
    const code = words === null ? null : (tools?.placeAt(view.state, true) ?? null);
    setCaret({ ...caret, code, offer: tools?.complete?.(view.state, true) ?? null });
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
  const choose = (option: CodeOption) => {
    if (option.snippet !== undefined && token !== null && view !== null)
      option.snippet.put(view, token.start, token.end);
    else put(option.insert);
    if (option.creates !== undefined) onCreate(option.creates);
  };
  /** Closes the list. Returns true if there was one. */
  const dismiss = (): boolean => {
    if (isOpen) setDismissed(token?.start ?? null);
    return isOpen;
  };
  /** Returns true if the key was handled by the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.code === 'Space' && event.ctrlKey && (words !== null || tools?.complete !== undefined)) {
      ask();
      return true;
    }
    // Nothing was typed yet, so Tab goes to the next field.
    const isPassing = isLone && event.key === 'Tab' && token?.query === '';
    const act = isOpen && !isPassing ? completionKey(event, options[current], options.length) : null;
    if (act === null) return false;
    if (act === 'dismiss') dismiss();
    else if (typeof act === 'number') setChosen((current + act + options.length) % options.length);
    else if (act.option !== undefined) choose(act.option);
    else put(act.put, act.chosen);
    return true;
  };
  return { token, options, isOpen, current, follow, choose, onKey, dismiss, askWhole };
}

/**
 * Returns the action of a key while the list is open: a move, a text to insert, `dismiss`; null when the
 * key is for the text.
 */
function completionKey(event: KeyboardEvent, option: CodeOption | undefined, count: number) {
  if (event.key === 'Escape') return 'dismiss';
  if (option === undefined || event.shiftKey || event.metaKey || event.ctrlKey || event.altKey) return null;
  if (event.key === 'ArrowDown') return count > 0 ? 1 : null;
  if (event.key === 'ArrowUp') return count > 0 ? -1 : null;
  if (event.key === 'Enter' || event.key === 'Tab') return { option };
  if (event.key === 'ArrowRight' && option.enter !== null)
    return { option: undefined, put: option.enter, chosen: FIRST_INSIDE };
  return null;
}

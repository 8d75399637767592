import { CompletionContext } from '@codemirror/autocomplete';
import { completionPath, localCompletionSource, snippets } from '@codemirror/lang-javascript';
import { ensureSyntaxTree, syntaxTreeAvailable } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** A name being typed in JavaScript. */
export interface CodePlace {
  /** The path before the name: `['Math']`, `['<api.data>', 'items']`; empty for a name without a dot. */
  path: readonly string[];
  name: string;
  /** Names that the code itself defines and that are in scope here. */
  locals: ReadonlyArray<{ label: string; type: string }>;
}

/** Returns null in strings and comments, and where no name is typed; `isAsked` also offers empty names. */
export function codePlaceAt(state: EditorState, isAsked: boolean): CodePlace | null {
  const { head } = state.selection.main;
  const context = new CompletionContext(readUpTo(state, head), head, isAsked);
  const place = completionPath(context);
  if (place === null) return null;
  const found = place.path.length === 0 ? localCompletionSource(context) : null;
  const locals = (found?.options ?? []).map(({ label, type = 'variable' }) => ({ label, type }));
  return { ...place, locals: locals.filter(({ label }) => /^[\w$]+$/.test(label)) };
}

const READING_MS = 100;

/** Parses up to the caret, because on a busy machine the text may not have been parsed that far. */
function readUpTo(state: EditorState, end: number): EditorState {
  if (syntaxTreeAvailable(state, end) || ensureSyntaxTree(state, end, READING_MS) === null) return state;
  return state.update({}).state;
}

/** Snippets that make no sense inside a function's body. */
const UNUSED = new Set(['import', 'class']);

/** Code snippets with placeholders; their labels are names such as `for … of loop`. */
export const SNIPPETS = snippets
  .filter(({ label }) => !UNUSED.has(label))
  .map(({ label, detail = '', apply }) => ({
    label,
    detail,
    /** Replaces the typed text with the snippet; Tab goes to the next placeholder. */
    put: (view: EditorView, from: number, to: number) => {
      if (typeof apply === 'function') apply(view, { label }, from, to);
    },
  }));
export type CodeSnippet = (typeof SNIPPETS)[number];

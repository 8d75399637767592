import { CompletionContext } from '@codemirror/autocomplete';
import { completionPath, localCompletionSource, snippets } from '@codemirror/lang-javascript';
import { ensureSyntaxTree, syntaxTreeAvailable } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** A name being typed in JavaScript. */
export interface CodePlace {
  /** What stands before its dots: `['Math']`, `['<api.data>', 'items']`; empty for a name of its own. */
  path: readonly string[];
  name: string;
  /** Names that the code itself defines, as far as they hold here. */
  locals: ReadonlyArray<{ label: string; type: string }>;
}

/** Null in texts and notes, and where no name is being typed; `isAsked` offers names before there is any. */
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

/** On a busy machine the text may not have been read as far as the caret yet. */
function readUpTo(state: EditorState, end: number): EditorState {
  if (syntaxTreeAvailable(state, end) || ensureSyntaxTree(state, end, READING_MS) === null) return state;
  return state.update({}).state;
}

/** Not of use inside a function's body. */
const UNUSED = new Set(['import', 'class']);

/** Pieces of code with places to fill in, by what they are called: `for … of loop`. */
export const SNIPPETS = snippets
  .filter(({ label }) => !UNUSED.has(label))
  .map(({ label, detail = '', apply }) => ({
    label,
    detail,
    /** In place of what was typed; Tab goes to the next place. */
    put: (view: EditorView, from: number, to: number) => {
      if (typeof apply === 'function') apply(view, { label }, from, to);
    },
  }));
export type CodeSnippet = (typeof SNIPPETS)[number];

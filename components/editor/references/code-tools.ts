import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { toast } from 'sonner';
import type { CodePlace, CodeSnippet } from '../code/code-place';
import type { CodeLanguage } from '../code/languages';
import { changeText } from './change-text';
import type { CodeOption } from './code-completion';
import type { FindProblem } from './editor-marks';

/** The tools of a code field, in addition to those of every text. */
export interface CodeTools {
  extensions: Extension;
  /** Resolves to null for text that can't be parsed. */
  format: (text: string) => Promise<string | null>;
  /** Returns the name being typed; with `isAsked` also an empty one. */
  placeAt: (state: EditorState, isAsked: boolean) => CodePlace | null;
  snippets: readonly CodeSnippet[];
  /** Returns completions before the caret, for a language with more than names. */
  complete?: (state: EditorState, isAsked: boolean) => CodeOffer | null;
  /** Finds the problem of a text that only these tools can parse. */
  findProblem?: FindProblem;
  /** Shown under a text without problems. */
  fine: string;
}

/** Options for the name that begins at `start` and ends at the caret. */
export interface CodeOffer {
  start: number;
  options: readonly CodeOption[];
}

const REFUSED: Readonly<Record<CodeLanguage, string>> = {
  json: 'This isn’t valid JSON, so it can’t be formatted. Check quotes and commas.',
  function: 'This code has a syntax error, so it can’t be formatted. The line under it says where.',
  graphql: 'This query has a syntax error, so it can’t be formatted. The line under it says where.',
  expression: 'This code has a syntax error, so it can’t be formatted. The line under it says where.',
};

export async function formatIn(view: EditorView, tools: CodeTools, language: CodeLanguage): Promise<void> {
  if (view.state.readOnly) return;
  const before = view.state.doc;
  const formatted = await tools.format(before.toString());
  if (formatted === null) toast.warning(REFUSED[language]);
  // If the user typed meanwhile, the result is discarded.
  else if (!view.composing && view.state.doc.eq(before)) changeText(view, formatted);
}

/** Returns the code action of a key, by its position: with Alt it may produce another letter. */
export function codeKey(event: KeyboardEvent): 'format' | 'expand' | null {
  const { code, shiftKey, altKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  if (code === 'KeyF' && shiftKey && altKey && !isMod) return 'format';
  return code === 'KeyE' && shiftKey && isMod && !altKey ? 'expand' : null;
}

import type { EditorState, Extension } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { toast } from 'sonner';
import type { CodePlace, CodeSnippet } from '../code/code-place';
import type { CodeLanguage } from '../code/languages';
import { changeText } from './change-text';
import type { CodeOption } from './code-completion';
import type { FindProblem } from './editor-marks';

/** What a text that is code gets beside what every text has. */
export interface CodeTools {
  extensions: Extension;
  /** Null for what can't be read. */
  format: (text: string) => Promise<string | null>;
  /** The name being typed; `isAsked` also where there is none yet. */
  placeAt: (state: EditorState, isAsked: boolean) => CodePlace | null;
  snippets: readonly CodeSnippet[];
  /** What fits before the caret, of a language that knows more than names. */
  complete?: (state: EditorState, isAsked: boolean) => CodeOffer | null;
  /** What is wrong with a text that only these tools can read. */
  findProblem?: FindProblem;
  /** Said under a text in which nothing is wrong. */
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
  // Who went on typing meanwhile asks again.
  else if (!view.composing && view.state.doc.eq(before)) changeText(view, formatted);
}

/** What a key asks for that only code has. By the key's place: with Alt it may write another letter. */
export function codeKey(event: KeyboardEvent): 'format' | 'expand' | null {
  const { code, shiftKey, altKey } = event;
  const isMod = event.ctrlKey || event.metaKey;
  if (code === 'KeyF' && shiftKey && altKey && !isMod) return 'format';
  return code === 'KeyE' && shiftKey && isMod && !altKey ? 'expand' : null;
}

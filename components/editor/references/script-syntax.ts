import { type Comment, type Options, parse, parseExpressionAt, type Token, tokenizer, tokTypes } from 'acorn';
import type { TextProblem } from './json-problem';
import type { Hole, JsonToken } from './json-tokens';

/** The body of a function, or one expression. */
export type ScriptKind = 'function' | 'expression';

export interface ScriptSyntax {
  tokens: JsonToken[];
  /** The first place where the text stops being JavaScript. */
  problem: TextProblem | null;
}

/** Reads JavaScript as the sandbox will, with references and variables as names. Nothing is run. */
export function readScript(text: string, holes: readonly Hole[], kind: ScriptKind): ScriptSyntax {
  if (text.trim() === '') return { tokens: [], problem: null };
  const source = named(text, holes);
  const found: Token[] = [];
  const comments: Comment[] = [];
  const options: Options = { ecmaVersion: 'latest', onToken: found, onComment: comments };
  let problem: TextProblem | null = null;
  try {
    if (kind === 'expression')
      problem = problemBehind(source, parseExpressionAt(source, 0, options).end, text);
    else parse(source, { ...options, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true });
  } catch (error) {
    problem = syntaxProblem(error, text);
  }
  const notes = comments.map(({ start, end }): JsonToken => ({ start, end, kind: 'mark' }));
  const tokens = [...found.flatMap((token) => tokenOf(token, source)), ...notes].sort(
    (a, b) => a.start - b.start,
  );
  return { tokens, problem };
}

function syntaxProblem(error: unknown, text: string): TextProblem {
  // The parser reads by recursion: thousands of brackets within each other are beyond its stack.
  if (error instanceof RangeError)
    return { start: 0, end: text.length, line: 1, message: 'This is nested too deeply.' };
  if (!(error instanceof SyntaxError)) throw error;
  const { pos, message } = error as SyntaxError & { pos: number };
  return problemAt(text, pos, message.replace(/ \(\d+:\d+\)$/, ''));
}

/** Nothing but notes may follow an expression. */
function problemBehind(source: string, end: number, text: string): TextProblem | null {
  const next = tokenizer(source.slice(end), { ecmaVersion: 'latest' }).getToken();
  return next.type === tokTypes.eof ? null : problemAt(text, end + next.start, UNEXPECTED);
}

const UNEXPECTED = 'Unexpected token';

/** References become names of the same length, so that every place stays where it is. */
function named(text: string, holes: readonly Hole[]): string {
  let source = '';
  let from = 0;
  for (const { start, end } of holes) {
    source += `${text.slice(from, start)}$${'_'.repeat(end - start - 1)}`;
    from = end;
  }
  return source + text.slice(from);
}

/** Words that only their place makes keywords: acorn calls them names. */
const WORDS_BY_PLACE = new Set(['let', 'await', 'async']);

function tokenOf({ type, start, end }: Token, source: string): JsonToken[] {
  if (type.keyword !== undefined || (type.label === 'name' && WORDS_BY_PLACE.has(source.slice(start, end))))
    return [{ start, end, kind: 'word' }];
  if (type.label === 'num') return [{ start, end, kind: 'number' }];
  // Between two values of a template there may be no text at all.
  if (start === end) return [];
  const isText = type.label === 'string' || type.label === 'template' || type.label === 'regexp';
  return isText ? [{ start, end, kind: 'string' }] : [];
}

function problemAt(text: string, pos: number, words: string): TextProblem {
  const start = Math.min(pos, text.length);
  const line = text.slice(0, start).split('\n').length;
  if (text.slice(start).trim() === '')
    return { start, end: start, line, message: 'The code ends too early.' };
  const sign = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const message = words === UNEXPECTED ? `“${sign}” is unexpected here.` : `${words}.`;
  return { start, end: start + sign.length, line, message };
}

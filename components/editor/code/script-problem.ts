import { type Options, parse, parseExpressionAt, tokenizer, tokTypes } from 'acorn';
import { inPlaceOf } from './holes';
import type { TextProblem } from './json-problem';
import type { Hole } from './json-tokens';

/** The body of a function, or one expression. */
export type ScriptKind = 'function' | 'expression';

/**
 * Finds the first place where a text is not JavaScript as the sandbox runs it, with references and
 * variables read as names; null when it is valid. Nothing is executed.
 */
export function findScriptProblem(
  text: string,
  holes: readonly Hole[],
  kind: ScriptKind,
): TextProblem | null {
  if (text.trim() === '') return null;
  const source = inPlaceOf(text, holes, nameOfLength);
  const options: Options = { ecmaVersion: 'latest' };
  try {
    if (kind === 'expression') return problemBehind(source, parseExpressionAt(source, 0, options).end, text);
    parse(source, { ...options, allowReturnOutsideFunction: true, allowAwaitOutsideFunction: true });
    return null;
  } catch (error) {
    return syntaxProblem(error, text);
  }
}

/** Returns a name as long as the reference it replaces, so that all positions stay the same. */
export const nameOfLength = (length: number) => `$${'_'.repeat(length - 1)}`;

function syntaxProblem(error: unknown, text: string): TextProblem {
  // The parser is recursive: thousands of nested brackets overflow the stack.
  if (error instanceof RangeError)
    return { start: 0, end: text.length, line: 1, message: 'This is nested too deeply.' };
  if (!(error instanceof SyntaxError)) throw error;
  const { pos, message } = error as SyntaxError & { pos: number };
  return problemAt(text, pos, message.replace(/ \(\d+:\d+\)$/, ''));
}

/** Finds anything other than comments after an expression. */
function problemBehind(source: string, end: number, text: string): TextProblem | null {
  const next = tokenizer(source.slice(end), { ecmaVersion: 'latest' }).getToken();
  return next.type === tokTypes.eof ? null : problemAt(text, end + next.start, UNEXPECTED);
}

const UNEXPECTED = 'Unexpected token';

function problemAt(text: string, pos: number, words: string): TextProblem {
  const start = Math.min(pos, text.length);
  const line = text.slice(0, start).split('\n').length;
  if (text.slice(start).trim() === '')
    return { start, end: start, line, message: 'The code ends too early.' };
  const sign = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const message = words === UNEXPECTED ? `“${sign}” is unexpected here.` : `${words}.`;
  return { start, end: start + sign.length, line, message };
}

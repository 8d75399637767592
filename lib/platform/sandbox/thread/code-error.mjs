// @ts-check
import { withAdvice } from './absent-globals.mjs';

/** @typedef {import('../contract').CodeError} CodeError */
/** @typedef {import('../thread-protocol').ThreadSource} ThreadSource */

/**
 * A value that code threw.
 * @typedef {object} Thrown
 * @property {string} name
 * @property {string} message
 * @property {string} stack
 * @property {boolean} isError
 * @property {import('../contract').MissingValueCode} [missing] set if it read a variable without a value
 */

/** The name of the author's code in stack traces, followed by its index. */
export const CODE_FILE = 'code-';

const OUT_OF_MEMORY = /^(out of memory|string too long)$/;

/**
 * @param {Thrown} thrown
 * @param {number} index
 * @param {ThreadSource | undefined} source
 * @returns {CodeError}
 */
export function thrownError({ name, message, stack, isError, missing }, index, source) {
  const line = lineOf(stack, index, source);
  const where = { ...(line === undefined ? {} : { line }), index };
  if (missing !== undefined) return { code: missing, message, ...where };
  if (isError && name === 'InternalError' && OUT_OF_MEMORY.test(message)) {
    return { ...outOfMemory(), ...where };
  }
  if (isError && name === 'InternalError' && message === 'stack overflow') {
    return { code: 'CODE_THREW', message: 'The code calls itself too deeply (stack overflow).', ...where };
  }
  const words = isError
    ? [name, withAdvice(message)].filter((part) => part !== '').join(': ')
    : `Threw ${message}`;
  return { code: 'CODE_THREW', message: words || 'The code threw an error without a message.', ...where };
}

/**
 * @param {{message: string, stack: string}} error
 * @param {number} index
 * @param {ThreadSource} source
 * @returns {CodeError}
 */
export function syntaxError({ message, stack }, index, source) {
  const line = lineOf(stack, index, source);
  return { code: 'CODE_SYNTAX', message: `Syntax error: ${message}`, ...(line ? { line } : {}), index };
}

/** @returns {CodeError} */
export function outOfMemory() {
  return { code: 'CODE_OUT_OF_MEMORY', message: 'The code used more memory than allowed.' };
}

/**
 * @param {number} timeoutMs
 * @returns {CodeError}
 */
export function timedOut(timeoutMs) {
  return { code: 'CODE_TIMEOUT', message: `The code did not finish within ${timeoutMs} ms.` };
}

/**
 * Keeps the author's first line the first one, so that line numbers hold. A comment at the end can't
 * swallow the closing brackets.
 * @param {ThreadSource} source
 */
export function wrap(source) {
  const { kind, code } = source;
  return kind === 'function' ? `${headOf(source)}${code}\n})` : `${headOf(source)}${withoutEnd(code)}\n)})`;
}

/**
 * Removes blanks and semicolons at the end.
 * @param {string} code
 */
function withoutEnd(code) {
  let end = code.length;
  while (end > 0 && /[\s;]/.test(code.charAt(end - 1))) end -= 1;
  return code.slice(0, end);
}

/** @param {ThreadSource} source */
function headOf({ kind, names }) {
  return `(async function (${names.join(', ')}) {${kind === 'expression' ? 'return (' : ''}`;
}

/**
 * Returns the topmost line of a stack trace that is in the author's code. A position behind that code
 * counts as its last line; one before it has no line: an interrupted loop may have no other.
 * @param {string} stack
 * @param {number} index
 * @param {ThreadSource | undefined} source
 */
function lineOf(stack, index, source) {
  const found = new RegExp(`\\b${CODE_FILE}${index}:(\\d+)(?::(\\d+))?`).exec(stack);
  if (!found || !source) return undefined;
  const [line, column] = [Number(found[1]), Number(found[2] ?? Number.POSITIVE_INFINITY)];
  if (line === 1 && column <= headOf(source).length) return undefined;
  return Math.min(line, source.code.split('\n').length);
}

// @ts-check
import { withAdvice } from './absent-globals.mjs';

/** @typedef {import('../contract').CodeError} CodeError */
/** @typedef {import('../thread-protocol').ThreadSource} ThreadSource */

/**
 * What code threw, in words.
 * @typedef {object} Thrown
 * @property {string} name
 * @property {string} message
 * @property {string} stack
 * @property {boolean} isError
 * @property {import('../contract').MissingValueCode} [missing] it read a variable that has no value
 */

/** What the author's code is called in stack traces, followed by its index. */
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
 * The author's first line stays the first line, so that line numbers hold. A last comment can't swallow what
 * follows.
 * @param {ThreadSource} source
 */
export function wrap(source) {
  const { kind, code } = source;
  return kind === 'function' ? `${headOf(source)}${code}\n})` : `${headOf(source)}${withoutEnd(code)}\n)})`;
}

/**
 * Without the blanks and semicolons at its end.
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
 * The topmost line of a stack trace that is in the author's code. What comes after that code counts as its
 * last line; what comes before is no place at all: an interrupted loop may know no better.
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

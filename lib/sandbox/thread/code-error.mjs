// @ts-check
/** @typedef {import('../contract').CodeError} CodeError */

/** What the author's code is called in stack traces, followed by its index. */
export const CODE_FILE = 'code-';

const OUT_OF_MEMORY = /^(out of memory|string too long)$/;

/**
 * @param {{name: string, message: string, stack: string, isError: boolean}} thrown
 * @param {number} index
 * @param {import('../thread-protocol').ThreadSource | undefined} source
 * @returns {CodeError}
 */
export function thrownError({ name, message, stack, isError }, index, source) {
  const line = lineOf(stack, index, source);
  const where = { ...(line === undefined ? {} : { line }), index };
  if (isError && name === 'InternalError' && OUT_OF_MEMORY.test(message)) {
    return { ...outOfMemory(), ...where };
  }
  if (isError && name === 'InternalError' && message === 'stack overflow') {
    return { code: 'CODE_THREW', message: 'The code calls itself too deeply (stack overflow).', ...where };
  }
  const words = isError ? [name, message].filter((part) => part !== '').join(': ') : `Threw ${message}`;
  return { code: 'CODE_THREW', message: words || 'The code threw an error without a message.', ...where };
}

/**
 * @param {{message: string, stack: string}} error
 * @param {number} index
 * @param {import('../thread-protocol').ThreadSource} source
 * @returns {CodeError}
 */
export function syntaxError({ message, stack }, index, source) {
  const line = lineOf(stack, index, source);
  return { code: 'CODE_SYNTAX', message: `Syntax error: ${message}`, ...(line ? { line } : {}), index };
}

/** @returns {CodeError} */
export function outOfMemory() {
  return { code: 'CODE_OUT_OF_MEMORY', message: 'The code used more memory than it may.' };
}

/**
 * @param {number} timeoutMs
 * @returns {CodeError}
 */
export function timedOut(timeoutMs) {
  return { code: 'CODE_TIMEOUT', message: `The code did not finish within ${timeoutMs} ms.` };
}

/**
 * The topmost line of a stack trace that is in the author's code; what surrounds that code counts as its last line.
 * @param {string} stack
 * @param {number} index
 * @param {import('../thread-protocol').ThreadSource | undefined} source
 */
function lineOf(stack, index, source) {
  const found = new RegExp(`\\b${CODE_FILE}${index}:(\\d+)`).exec(stack);
  if (!found || !source) return undefined;
  return Math.min(Number(found[1]), source.code.split('\n').length);
}

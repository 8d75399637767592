import type { CodeError, CodeResult } from '../../platform/sandbox/contract';
import type { BlockError } from './block';

/** Where no code may run at all. */
export const NO_CODE_RUNNER: BlockError = {
  code: 'CODE_UNAVAILABLE',
  message: 'Code can’t be run here.',
  retryable: false,
};

/** What a block says of its code's failure: the place first, in the author's own lines. */
export function codeFailure({ code, message, line }: CodeError, field: string, part?: string): BlockError {
  const place = [part, line === undefined ? undefined : `line ${line}`].filter((word) => word !== undefined);
  const words = place.length === 0 ? message : `${place.join(', ')}: ${message}`;
  return { code, message: words.charAt(0).toUpperCase() + words.slice(1), field, retryable: false };
}

/**
 * Code has doubles only, so it gets the other numbers as text, which is better said: members of the block's
 * result.
 */
export function exactNumberWarnings(result: CodeResult<unknown>): { warnings?: string[] } {
  const count = result.exactNumbersAsText ?? 0;
  if (count === 0) return {};
  const [numbers, were] = count === 1 ? ['A number', 'was'] : [`${count} numbers`, 'were'];
  return {
    warnings: [
      `${numbers} that JavaScript can’t hold exactly ${were} given to the code as text, with all digits.`,
    ],
  };
}

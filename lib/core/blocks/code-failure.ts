import type { CodeError, CodeResult, MissingValueCode } from '../../platform/sandbox/contract';
import type { BlockError } from './block';

/** The error if no code can run at all. */
export const NO_CODE_RUNNER: BlockError = {
  code: 'CODE_UNAVAILABLE',
  message: 'Code can’t be run here.',
  retryable: false,
};

/** Errors worded as in any other field, which has no lines. */
const MISSING_VALUES: ReadonlySet<string> = new Set<MissingValueCode>([
  'REF_PATH_NOT_FOUND',
  'REF_OUT_OF_SCOPE',
  'VARIABLE_NOT_FOUND',
]);

/** Converts a failure of code to the block's error: the place comes first, in the author's own lines. */
export function codeFailure({ code, message, line }: CodeError, field: string, part?: string): BlockError {
  if (MISSING_VALUES.has(code)) return { code, message, field };
  const place = [part, line === undefined ? undefined : `line ${line}`].filter((word) => word !== undefined);
  const words = place.length === 0 ? message : `${place.join(', ')}: ${message}`;
  return { code, message: words.charAt(0).toUpperCase() + words.slice(1), field, retryable: false };
}

/**
 * Returns a warning for the block's result if the code got numbers as text, because it has doubles only
 * and they would lose digits.
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

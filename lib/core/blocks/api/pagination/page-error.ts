import type { BlockError } from '../../block';

/** Makes an error of the pagination rather than of one request. */
export const pageError = (code: string, message: string): BlockError => ({
  code,
  message,
  field: 'pagination',
  phase: 'pagination',
  retryable: false,
  retryAfterMs: null,
});

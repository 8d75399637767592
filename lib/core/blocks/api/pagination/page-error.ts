import type { BlockError } from '../../block';

/** A failure of going from page to page, not of one request. */
export const pageError = (code: string, message: string): BlockError => ({
  code,
  message,
  field: 'pagination',
  phase: 'pagination',
  retryable: false,
  retryAfterMs: null,
});

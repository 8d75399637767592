import type { BlockError } from '../../block';

/** The error of an API block has the same members in every case, whether or not a request was made. */
export const wholeError = (error: BlockError) => ({
  phase: 'request',
  retryable: false,
  retryAfterMs: null,
  attempts: [],
  ...error,
});

/** Returns the output of a block whose request was never made or got no response. */
export const outputWithoutResponse = (error: BlockError) => ({
  data: null,
  status: null,
  headers: {},
  error: wholeError(error),
  cookies: {},
});

/** Defaults of the request options. */
export const DEFAULT_CONNECT_TIMEOUT_MS = 10_000;
export const DEFAULT_ATTEMPT_TIMEOUT_MS = 30_000;
export const DEFAULT_TOTAL_TIMEOUT_MS = 120_000;
export const DEFAULT_MAX_REDIRECTS = 5;
export const DEFAULT_MAX_RETRIES = 3;

export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;
/** The maximum decoded size. */
export const MAX_RESPONSE_BYTES = 10 * 1024 * 1024;
/** The maximum size of all files in a request together, and of one file in a response. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
export const DEFAULT_MAX_HEAD_BYTES = 64 * 1024;

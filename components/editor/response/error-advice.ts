/** What to do next about an error, by its code. The message says what happened; this says how to go on. */
const ADVICE: Readonly<Record<string, string>> = {
  CONNECTION_REFUSED: 'Check the host name and port, and that the other server is up.',
  CONNECTION_RESET: 'The other server hung up. Run again; if it stays so, look at that server’s own log.',
  HOST_UNREACHABLE: 'Check the host name and port, and that the other server is up.',
  DNS_FAILED: 'Check the host name for a typing mistake.',
  TLS_FAILED: 'Check that the other server’s certificate is valid and made for this host.',
  TIMEOUT: 'Raise the time limit in this block’s settings, or ask the other server for less.',
  RATE_LIMITED: 'The other server asks for fewer calls. Run again later.',
  HTTP_STATUS: 'The answer’s body usually says why: look at the output.',
  RESPONSE_TOO_LARGE: 'Ask the other server for less at a time, for example page by page.',
  BODY_TOO_COMPLEX: 'Pass on only the fields that are needed, or fewer of the items.',
  RESPONSE_TOO_COMPLEX: 'Ask the other server for less at a time, for example page by page.',
  MEMORY_FULL: 'Run it again in a minute: other runs hold the memory just now.',
  RUN_OUT_OF_MEMORY: 'Ask for less at a time, or pass on only the fields that later blocks need.',
  REF_PATH_NOT_FOUND: 'Pick another field from the completion, or add “?” before “>” if it may be missing.',
  REF_EMPTY_IN_PATH: 'Check the value that the reference in the address gives.',
  BODY_INVALID_JSON: 'Check quotes and commas around the references in the body.',
  INPUT_INVALID: 'Run again with an input that fits the fields of the first block.',
  INTERNAL: 'Run it again. If it stays so, the operator finds the cause in the server’s log.',
  INTERRUPTED: 'The server stopped during this run. Run it again.',
};

export function adviceFor(code: string): string | null {
  return ADVICE[code] ?? null;
}

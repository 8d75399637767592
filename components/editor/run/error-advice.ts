/** What to do next about an error, by its code. The message says what happened; this says how to go on. */
const ADVICE: Readonly<Record<string, string>> = {
  ADDRESS_NOT_ALLOWED:
    'The server may not call private addresses. Use a public address, or have the operator allow this host with OUTBOUND_ALLOW.',
  CONNECTION_FAILED: 'Check the host name and port, and that the other server is up.',
  DNS_FAILED: 'Check the host name for a typing mistake.',
  TLS_FAILED: 'The other server’s certificate was not accepted. Check that it is valid and for this host.',
  TIMEOUT: 'The other server took too long. Raise the time limit in this block’s settings, or ask for less.',
  RATE_LIMITED: 'The other server asks for fewer calls. Run again later.',
  HTTP_STATUS: 'The answer’s body usually says why: look at data in the output.',
  REF_PATH_NOT_FOUND: 'Pick another field from the completion, or add “?” before “>” if it may be missing.',
  REF_EMPTY_IN_PATH: 'A part of the address was empty. Check the value the reference gives.',
  URL_INVALID: 'An address begins with http:// or https:// and a host.',
  BODY_INVALID_JSON:
    'After references are filled in the body isn’t JSON. Check quotes and commas around them.',
  INPUT_INVALID: 'Run again with an input that fits the fields of the first block.',
  CANCELLED: 'It was stopped before its end.',
  INTERRUPTED: 'The server stopped during this run. Run it again.',
};

export function adviceFor(code: string): string | null {
  return ADVICE[code] ?? null;
}

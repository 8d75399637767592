/** What to do next about an error, by its code. The message says what happened; this says how to go on. */
const ADVICE: Readonly<Record<string, string>> = {
  CONNECTION_REFUSED: 'Check the host name and port, and that the other server is running.',
  CONNECTION_RESET:
    'The other server closed the connection. Run again; if it happens again, check that server’s log.',
  HOST_UNREACHABLE: 'Check the host name and port, and that the other server is running.',
  DNS_FAILED: 'Check the spelling of the host name.',
  TLS_FAILED: 'Check that the other server’s certificate is valid and issued for this host.',
  TIMEOUT: 'Raise the timeout in this block’s settings, or request less data.',
  RATE_LIMITED: 'The other server limits the number of requests. Run again later.',
  HTTP_STATUS: 'The response body usually says why: check the output.',
  PAGE_INVALID: 'Send the block without pagination once to see where its items are.',
  PAGE_OTHER_ORIGIN: 'Enter a URL with the host that the server uses in its links.',
  RESPONSE_TOO_LARGE: 'Request less data at a time, for example page by page.',
  BODY_TOO_COMPLEX: 'Pass on only the fields that are needed, or fewer of the items.',
  RESPONSE_TOO_COMPLEX: 'Request less data at a time, for example page by page.',
  MEMORY_FULL: 'Run it again in a minute: other runs are using the memory.',
  RUN_OUT_OF_MEMORY: 'Request less data at a time, or pass on only the fields that later blocks need.',
  REF_PATH_NOT_FOUND:
    'Choose another field from the suggestions, or add “?” before “>” if it may be missing.',
  REF_EMPTY_IN_PATH: 'Check the value of the reference in the URL.',
  BODY_INVALID_JSON: 'Check quotes and commas around the references in the body.',
  INPUT_INVALID: 'Run again with input that matches the fields of the first block.',
  WORKFLOW_NOT_CHOSEN: 'Choose the workflow in this block’s settings.',
  WORKFLOW_NOT_FOUND: 'Choose another workflow in this block’s settings.',
  WORKFLOW_TOO_DEEP: 'Let a Condition end the circle, or repeat with a Loop instead.',
  WORKFLOW_INPUT_TOO_LARGE: 'Pass on only the fields that the workflow needs.',
  WORKFLOW_OUTPUT_TOO_LARGE: 'Let the called workflow end with a Response that holds only what is needed.',
  STEP_LIMIT: 'Go through fewer items in a run, or start several runs.',
  INTERNAL: 'Run it again. If it fails again, the operator can find the cause in the server’s log.',
  INTERRUPTED: 'The server stopped during this run. Run it again.',
};

export function adviceFor(code: string): string | null {
  return ADVICE[code] ?? null;
}

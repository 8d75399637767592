// @ts-check
const NO_PACKAGES = 'There are no packages here; what JavaScript, URL, Intl and crypto.subtle offer is.';
const NO_TIMERS = 'There are no timers here: use a Wait block, or the time limit of a request.';
const NO_NETWORK = 'There is no network here: send the request with an API block and read its output.';
const NO_PAGE = 'Code here runs on the server, without a page.';
const NO_CLOCK = "Use Date.now(): it stands at the block's start, so that a replay finds the same.";
const TO_BYTES =
  'For bytes use Uint8Array with toBase64(), fromBase64(), toHex(), TextEncoder, btoa() or atob().';

/** Globals that people expect from other tools, and the alternatives here. */
const INSTEAD = new Map(
  Object.entries({
    Buffer: TO_BYTES,
    ...all(['require', 'module', 'exports', 'axios', 'moment', 'lodash', '_', '$', 'DateTime'], NO_PACKAGES),
    ...all(['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'], NO_TIMERS),
    queueMicrotask: 'Use Promise.resolve().then().',
    ...all(['fetch', 'XMLHttpRequest', 'WebSocket', 'Request', 'Response', 'Headers'], NO_NETWORK),
    ...all(['FormData', 'Blob', 'File'], 'Build bodies and files in the body of an API block.'),
    ...all(['window', 'document', 'navigator', 'localStorage', 'location'], NO_PAGE),
    process: 'Variables of the workspace are written {{NAME}}.',
    performance: NO_CLOCK,
    ...all(['SharedArrayBuffer', 'Atomics', 'WebAssembly', 'Worker'], 'Code here runs in one thread.'),
    ...all(['$json', '$input', '$node', 'items'], 'References are written <block.field>.'),
  }),
);

/**
 * @param {string[]} names
 * @param {string} words
 */
function all(names, words) {
  return Object.fromEntries(names.map((name) => [name, words]));
}

/**
 * Returns the error's message, with the alternative to a global that is missing here.
 * @param {string} message
 */
export function withAdvice(message) {
  const name = /^'([A-Za-z_$][\w$]{0,40})' is not defined$/.exec(message)?.[1];
  const advice = name === undefined ? undefined : INSTEAD.get(name);
  return advice === undefined ? message : `${name} is not defined. ${advice}`;
}

/** What authors' code finds in the sandbox, by kind: it has no network, timers or packages. */
export const GLOBALS: Readonly<Record<string, readonly string[]>> = {
  object: ['console', 'crypto', 'globalThis', 'Intl', 'JSON', 'Math', 'Reflect'],
  class: [
    ...['Array', 'BigInt', 'Boolean', 'Date', 'Error', 'Map', 'Number', 'Object', 'Promise', 'RegExp', 'Set'],
    ...['String', 'Symbol', 'TypeError', 'RangeError', 'Uint8Array', 'WeakMap', 'WeakSet'],
    ...['TextDecoder', 'TextEncoder', 'URL', 'URLSearchParams'],
  ],
  function: [
    ...['atob', 'btoa', 'decodeURIComponent', 'encodeURIComponent', 'isFinite', 'isNaN', 'parseFloat'],
    ...['parseInt', 'structuredClone'],
  ],
  constant: ['Infinity', 'NaN', 'undefined'],
};

export const KEYWORDS = {
  expression: ['await', 'false', 'instanceof', 'new', 'null', 'true', 'typeof'],
  function: [
    'async',
    'break',
    'case',
    'catch',
    'const',
    'continue',
    'default',
    'delete',
    'else',
    'finally',
  ].concat(['let', 'return', 'switch', 'throw', 'while']),
} as const;

/** Behind the dot of a global. */
export const STATIC_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  Array: ['from', 'isArray', 'of'],
  crypto: ['getRandomValues', 'randomUUID', 'subtle'],
  console: ['error', 'info', 'log', 'warn'],
  Date: ['now', 'parse', 'UTC'],
  Intl: [
    ...['Collator', 'DateTimeFormat', 'DisplayNames', 'ListFormat', 'NumberFormat', 'PluralRules'],
    ...['RelativeTimeFormat', 'Segmenter'],
  ],
  JSON: ['parse', 'stringify'],
  Math: ['abs', 'ceil', 'floor', 'max', 'min', 'PI', 'pow', 'random', 'round', 'sign', 'sqrt', 'trunc'],
  Number: ['isFinite', 'isInteger', 'isNaN', 'MAX_SAFE_INTEGER', 'parseFloat', 'parseInt'],
  Object: ['assign', 'entries', 'freeze', 'fromEntries', 'hasOwn', 'keys', 'values'],
  Promise: ['all', 'allSettled', 'race', 'reject', 'resolve'],
  String: ['fromCharCode', 'fromCodePoint', 'raw'],
  Uint8Array: ['from', 'fromBase64', 'fromHex', 'of'],
  URL: ['canParse'],
};

/** Behind the dot of a value of this type. */
export const METHODS: Readonly<Record<string, readonly string[]>> = {
  array: [
    ...['length', 'at', 'concat', 'every', 'filter', 'find', 'findIndex', 'flat', 'flatMap', 'forEach'],
    ...[
      'includes',
      'indexOf',
      'join',
      'map',
      'push',
      'reduce',
      'reverse',
      'slice',
      'some',
      'sort',
      'toSorted',
    ],
  ],
  string: [
    ...[
      'length',
      'at',
      'endsWith',
      'includes',
      'indexOf',
      'match',
      'padEnd',
      'padStart',
      'repeat',
      'replace',
    ],
    ...[
      'localeCompare',
      'normalize',
      'replaceAll',
      'slice',
      'split',
      'startsWith',
      'toLowerCase',
      'toUpperCase',
      'trim',
    ],
  ],
  number: ['toFixed', 'toLocaleString', 'toString'],
};

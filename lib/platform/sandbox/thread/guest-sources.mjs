// @ts-check
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {import('../thread-protocol').ThreadSource} ThreadSource */

const FOLDER = new URL('guest/', import.meta.url);
const sources = new Map(readdirSync(FOLDER).map((file) => [file.replace('.js', ''), sourceIn(file)]));

/** The words in code that indicate that it needs a part. */
const WORDS = /** @type {const} */ ([
  ['bytes', /\b(?:TextEncoder|TextDecoder|btoa|atob|(?:to|from)(?:Base64|Hex))\b/],
  ['clone', /\bstructuredClone\b/],
  ['crypto', /\bcrypto\b/],
  ['intl', /\bIntl\b/],
  ['locale', /\b(?:toLocale|localeCompare)/],
  ['sort', /\b(?:sort|toSorted)\b/],
  ['url', /\bURL/],
]);

/**
 * Reads source for QuickJS, without indentation, the comment at its head and whole-line comments.
 * @param {string} file
 */
function sourceIn(file) {
  const source = readFileSync(new URL(file, FOLDER), 'utf8');
  return source.replace(/^\/\*[\s\S]*?\*\/|^ *\/[/*].*$/gm, '').replace(/^\s+/gm, '');
}

/**
 * Returns the source of a part of the guest.
 * @param {string} part
 */
export function guestSource(part) {
  const source = sources.get(part);
  if (source === undefined) throw new TypeError(`There is no part ${part}.`);
  return source;
}

/**
 * Returns the parts that code will probably use.
 * @param {readonly ThreadSource[]} given
 * @returns {string[]}
 */
export function partsFor(given) {
  return WORDS.filter(([, word]) => given.some(({ code }) => word.test(code))).map(([part]) => part);
}

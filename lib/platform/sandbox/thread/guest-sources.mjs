// @ts-check
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {import('../thread-protocol').ThreadSource} ThreadSource */

const FOLDER = new URL('guest/', import.meta.url);
const sources = new Map(readdirSync(FOLDER).map((file) => [file.replace('.js', ''), sourceIn(file)]));

/** Which part the code's words ask for, as far as that can be seen from the words. */
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
 * Source for QuickJS, without indentation, the comment at its head and those of a line.
 * @param {string} file
 */
function sourceIn(file) {
  const source = readFileSync(new URL(file, FOLDER), 'utf8');
  return source.replace(/^\/\*[\s\S]*?\*\/|^ *\/[/*].*$/gm, '').replace(/^\s+/gm, '');
}

/**
 * What a part of the guest is made of.
 * @param {string} part
 */
export function guestSource(part) {
  const source = sources.get(part);
  if (source === undefined) throw new TypeError(`There is no part ${part}.`);
  return source;
}

/**
 * The parts that code will probably use.
 * @param {readonly ThreadSource[]} given
 * @returns {string[]}
 */
export function partsFor(given) {
  return WORDS.filter(([, word]) => given.some(({ code }) => word.test(code))).map(([part]) => part);
}

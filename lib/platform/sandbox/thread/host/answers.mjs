// @ts-check
import { BYTES } from './bytes.mjs';
import { CRYPTO } from './crypto.mjs';
import { DATES } from './dates.mjs';
import { INTL } from './intl.mjs';
import { NUMBERS } from './math.mjs';
import { URLS } from './urls.mjs';

/**
 * All host functions for code, by name: those that QuickJS lacks or implements differently from Node. Each
 * takes plain values and returns one; none accesses anything outside, and the time of each is about
 * proportional to the length of its arguments.
 */
export const ANSWERS = new Map(
  Object.entries({ ...BYTES, ...CRYPTO, ...DATES, ...INTL, ...NUMBERS, ...URLS }),
);

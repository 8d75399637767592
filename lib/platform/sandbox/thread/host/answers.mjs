// @ts-check
import { BYTES } from './bytes.mjs';
import { CRYPTO } from './crypto.mjs';
import { DATES } from './dates.mjs';
import { INTL } from './intl.mjs';
import { NUMBERS } from './math.mjs';
import { URLS } from './urls.mjs';

/**
 * All that code can ask of the host, by name: what QuickJS lacks or answers in another way than Node. Each
 * is given plain values and gives one back; none reaches anything outside, and none takes much longer than
 * its arguments are long.
 */
export const ANSWERS = new Map(
  Object.entries({ ...BYTES, ...CRYPTO, ...DATES, ...INTL, ...NUMBERS, ...URLS }),
);

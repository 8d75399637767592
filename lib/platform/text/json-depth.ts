import { jsonDepth } from './count-levels.mjs';

/** What comes in is later walked by functions that call themselves; the stack has an end. */
export const MAX_JSON_DEPTH = 500;

/**
 * Whether JSON text opens more than `MAX_JSON_DEPTH` lists and objects in each other; it needn't be valid.
 */
export const isNestedTooDeeply = (text: string): boolean =>
  text.length > MAX_JSON_DEPTH && jsonDepth(text, MAX_JSON_DEPTH) > MAX_JSON_DEPTH;

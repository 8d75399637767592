import { jsonDepth } from './count-levels.mjs';

/** The limit for input, because it is later walked by recursive functions, and the stack is limited. */
export const MAX_JSON_DEPTH = 500;

/** Returns true if JSON text nests lists and objects more than `MAX_JSON_DEPTH` deep; it needn't be valid. */
export const isNestedTooDeeply = (text: string): boolean =>
  text.length > MAX_JSON_DEPTH && jsonDepth(text, MAX_JSON_DEPTH) > MAX_JSON_DEPTH;

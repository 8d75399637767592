/** What comes in is later walked by functions that call themselves; the stack has an end. */
export const MAX_JSON_DEPTH = 500;

/**
 * Whether JSON text opens more than `MAX_JSON_DEPTH` lists and objects in each other. Linear; needs no valid
 * JSON.
 */
export function isNestedTooDeeply(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '[' || char === '{') {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return false;
}

/** What comes in is later walked by functions that call themselves; the stack has an end. */
export const MAX_JSON_DEPTH = 500;

const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = Array.from('"\\[{]}', (char) =>
  char.charCodeAt(0),
);

/**
 * Whether JSON text opens more than `MAX_JSON_DEPTH` lists and objects in each other. Linear; needs no valid
 * JSON.
 */
export function isNestedTooDeeply(text: string): boolean {
  if (text.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
  }
  return false;
}

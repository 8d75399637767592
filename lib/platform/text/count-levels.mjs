// @ts-check
const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = Array.from('"\\[{]}', (char) =>
  char.charCodeAt(0),
);

/**
 * Returns the nesting depth of a JSON text's lists and objects, or a number above `most` if it is deeper.
 * One pass without recursion; needs no valid JSON. Plain JavaScript: the sandbox's thread loads it unbuilt.
 * @param {string} json
 */
export function jsonDepth(json, most = Number.POSITIVE_INFINITY) {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let at = 0; at < json.length && deepest <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
  }
  return deepest;
}

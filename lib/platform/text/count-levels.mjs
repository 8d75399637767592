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
  for (let at = 0; at < json.length && deepest <= most; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfString(json, at);
    else if (code === LIST || code === OBJECT) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (code === LIST_END || code === OBJECT_END) depth -= 1;
  }
  return deepest;
}

/**
 * Returns the place of the quote that ends the string whose opening quote is at `from`, or the text's
 * length. `from` is -1 for a text that begins inside a string. A search finds the end of a long string much
 * faster than a loop over its characters.
 * @param {string} json
 * @param {number} from
 */
export function endOfString(json, from) {
  for (let end = json.indexOf('"', from + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = 0;
    while (json.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}

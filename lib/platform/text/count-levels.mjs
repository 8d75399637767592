// @ts-check
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * How deep the lists and objects of a JSON text are nested; one pass, no recursion.
 * @param {string} json well-formed
 */
export function jsonDepth(json) {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let index = 0; index < json.length; index += 1) {
    const char = json.charCodeAt(index);
    if (inText) {
      if (char === BACKSLASH) index += 1;
      else if (char === QUOTE) inText = false;
    } else if (char === QUOTE) inText = true;
    else if (char === 91 || char === 123) {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (char === 93 || char === 125) depth -= 1;
  }
  return deepest;
}

/** Characters that RFC 3986 has no place for in a path or query: strict servers refuse them as they are. */
const NOT_IN_PATH = /[ "<>^`|]/;
const NOT_IN_QUERY = /[ "<>\\^`{|}]/;
const ESCAPE = /%[0-9A-Fa-f]{2}/y;

/**
 * A character of a text that was typed into a path or query, encoded where it has to be; a `%` that begins no
 * escape is one itself. Braces of a path stay: they may name a path parameter, and every client encodes them.
 */
export function encodeTyped(typed: string, index: number, place: 'path' | 'query'): string {
  const char = typed[index] as string;
  if (char === '%') {
    ESCAPE.lastIndex = index;
    return ESCAPE.test(typed) ? char : '%25';
  }
  return (place === 'path' ? NOT_IN_PATH : NOT_IN_QUERY).test(char) ? encodeURIComponent(char) : char;
}

/** A URL that was typed or pasted, in the form in which it can be sent; what is no URL stays as it is. */
export function typedUrl(text: string): string {
  const [whole, start = '', path = '', query = ''] =
    /^(https?:\/\/[^/\\?#]*)([^?#]*)(\?[^#]*)?/i.exec(text.trim()) ?? [];
  if (whole === undefined) return text;
  const encode = (part: string, place: 'path' | 'query') =>
    Array.from({ length: part.length }, (_, index) => encodeTyped(part, index, place)).join('');
  return start + encode(path, 'path') + encode(query, 'query');
}

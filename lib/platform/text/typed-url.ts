/** Characters that RFC 3986 has no place for in a path or query: strict servers refuse them as they are. */
const NOT_IN_PATH = /%(?![0-9A-Fa-f]{2})|[ "<>^`|]/g;
const NOT_IN_QUERY = /%(?![0-9A-Fa-f]{2})|[ "<>\\^`{|}]/g;

/**
 * Text that was typed into a path or query, encoded where it has to be; a `%` that begins no escape is one
 * itself. Braces of a path stay: they may name a path parameter, and every client encodes them.
 */
export function encodeTyped(typed: string, place: 'path' | 'query'): string {
  return typed.replace(place === 'path' ? NOT_IN_PATH : NOT_IN_QUERY, encodeURIComponent);
}

/** A URL that was typed or pasted, in the form in which it can be sent; what is no URL stays as it is. */
export function typedUrl(text: string): string {
  const [whole, start = '', path = '', query = ''] =
    /^(https?:\/\/[^/\\?#]*)([^?#]*)(\?[^#]*)?/i.exec(text.trim()) ?? [];
  if (whole === undefined) return text;
  return start + encodeTyped(path, 'path') + encodeTyped(query, 'query');
}

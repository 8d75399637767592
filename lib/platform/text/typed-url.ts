/** Characters that RFC 3986 doesn't allow in a path or query: strict servers refuse them unencoded. */
const NOT_IN_PATH = /%(?![0-9A-Fa-f]{2})|[ "<>^`|]/g;
const NOT_IN_QUERY = /%(?![0-9A-Fa-f]{2})|[ "<>\\^`{|}]/g;

/**
 * Encodes text that was typed into a path or query, where necessary; a `%` that begins no escape is encoded
 * too. Braces of a path stay: they may name a path parameter, and every client encodes them.
 */
export function encodeTyped(typed: string, place: 'path' | 'query'): string {
  return typed.replace(place === 'path' ? NOT_IN_PATH : NOT_IN_QUERY, encodeURIComponent);
}

/** Returns a typed or pasted URL in a form that can be sent; text that is no URL stays unchanged. */
export function typedUrl(text: string): string {
  const [whole, start = '', path = '', query = ''] =
    /^(https?:\/\/[^/\\?#]*)([^?#]*)(\?[^#]*)?/i.exec(text.trim()) ?? [];
  if (whole === undefined) return text;
  return start + encodeTyped(path, 'path') + encodeTyped(query, 'query');
}

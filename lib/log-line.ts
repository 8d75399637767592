const MAX_LINE_CHARS = 500;
/** What moves a cursor, ends a line, rings, hides or reverses text. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign text for a log: one line of at most 500 characters, in which control characters show as `\\u001b`. */
export function toLogLine(text: string): string {
  const short = text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS)}…` : text;
  return short.replace(CONTROL, escapeControl);
}

export function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

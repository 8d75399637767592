/** A longer line is split into pieces of one row each. */
export const MAX_LINE_CHARS = 240;

/** Returns the starts of the rows of a text; a long line continues in the next row. */
export function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let from = 0; from < text.length || starts.length === 0; ) {
    starts.push(from);
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next + 1;
    from = end - from > MAX_LINE_CHARS ? cutBefore(text, from + MAX_LINE_CHARS) : end;
  }
  return starts;
}

/** Avoids a cut between the two halves of a surrogate pair. */
const cutBefore = (text: string, at: number): number =>
  text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff ? at - 1 : at;

/** Returns the line with the character at `offset`. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

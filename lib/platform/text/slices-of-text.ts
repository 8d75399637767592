/**
 * UTF-16 units of text that are worked on in one turn of the event loop: about a millisecond of hashing or
 * encoding.
 */
export const MOST_IN_A_TURN = 256 * 1024;

/** Yields a text in parts, never between the two halves of a surrogate pair. A short text is one part. */
export function* slicesOfText(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + MOST_IN_A_TURN;
    const isSplit = end < text.length && isHighSurrogate(text.charCodeAt(end - 1));
    const slice = text.slice(at, isSplit ? end - 1 : end);
    yield slice;
    at += slice.length;
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

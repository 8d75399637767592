import { decodeText } from '../../text/charsets/encodings';

const AND = '&'.charCodeAt(0);
const EQUALS = '='.charCodeAt(0);
const PLUS = '+'.charCodeAt(0);
const PERCENT = '%'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);
const QUESTION = '?'.charCodeAt(0);

/** Counts the pairs of an urlencoded text by their separators, without decoding. Stops above `most`. */
export function countPairs(text: string | Buffer, most: number): number {
  let count = text.length === 0 ? 0 : 1;
  let at = text.indexOf('&');
  while (at !== -1 && count <= most) {
    count += 1;
    at = text.indexOf('&', at + 1);
  }
  return count;
}

/**
 * Yields the pairs of an urlencoded body as their bytes. Empty ones are none, and a `?` in front is none of
 * the first name, as for `URLSearchParams`.
 */
export function* rawPairs(body: Buffer): Generator<[name: Buffer, value: Buffer]> {
  for (let from = body[0] === QUESTION ? 1 : 0; from < body.length; ) {
    const next = body.indexOf(AND, from);
    const to = next === -1 ? body.length : next;
    const pair = body.subarray(from, to);
    // Searched in the pair alone: otherwise each pair without a value would search the rest of the body.
    const equals = pair.indexOf(EQUALS);
    if (pair.length > 0)
      yield equals === -1
        ? [pair, pair.subarray(pair.length)]
        : [pair.subarray(0, equals), pair.subarray(equals + 1)];
    from = to + 1;
  }
}

/** Decodes a name or a value as `URLSearchParams` does, which knows UTF-8 alone. */
export function decodeFormText(bytes: Buffer, encoding = 'utf-8'): string {
  const unescaped = unescapeFormText(bytes);
  return encoding === 'utf-8' ? unescaped.toString('utf8') : decodeText(unescaped, encoding);
}

function unescapeFormText(bytes: Buffer): Buffer {
  if (!bytes.includes(PERCENT) && !bytes.includes(PLUS)) return bytes;
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] as number;
    if (byte === PLUS) byte = SPACE;
    else if (byte === PERCENT) {
      const value = hexPair(bytes[at + 1], bytes[at + 2]);
      if (value !== null) {
        byte = value;
        at += 2;
      }
    }
    decoded[length] = byte;
    length += 1;
  }
  return decoded.subarray(0, length);
}

function hexPair(high: number | undefined, low: number | undefined): number | null {
  const [first, second] = [hexDigit(high), hexDigit(low)];
  return first === null || second === null ? null : first * 16 + second;
}

function hexDigit(code = 0): number | null {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : null;
}

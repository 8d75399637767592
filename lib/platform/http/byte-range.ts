/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

const ONE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * Returns the part of `size` bytes that a request asks for (RFC 9110, section 14). `whole` without a
 * `Range`, when it is not one range of bytes, and when `If-Range` names another version than `etag`, a
 * strong tag: a part must never be joined to bytes of another version.
 */
export function readRange(
  header: (name: string) => string | undefined,
  size: number,
  etag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const asked = ONE_RANGE.exec(header('range') ?? '');
  if (asked === null) return 'whole';
  const ifRange = header('if-range');
  if (ifRange !== undefined && ifRange.trim() !== etag) return 'whole';
  const [first, last] = [asked[1] ?? '', asked[2] ?? ''];
  if (first === '') return last === '' ? 'whole' : suffix(Number(last), size);
  const range = { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
  if (last !== '' && Number(last) < Number(first)) return 'whole';
  return range.first < size ? range : 'unsatisfiable';
}

/** Returns the last bytes. */
function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable';
  return { first: Math.max(0, size - length), last: size - 1 };
}

import { isUtf8 } from 'node:buffer';

/** The longest label of the standard has 19 characters. */
const MAX_LABEL_CHARACTERS = 40;

const known = new Map<string, string>();

/**
 * Returns the encoding that a label means (https://encoding.spec.whatwg.org): `latin1` is `windows-1252`.
 * Null: nobody knows it.
 */
export function encodingOf(label: string | null | undefined): string | null {
  if (label === null || label === undefined || label.length > MAX_LABEL_CHARACTERS) return null;
  const name = label.trim().toLowerCase();
  const before = known.get(name);
  if (before !== undefined) return before;
  try {
    const { encoding } = new TextDecoder(name);
    known.set(name, encoding);
    return encoding;
  } catch {
    return null;
  }
}

/** Returns text; bytes that the encoding doesn't have become U+FFFD. A byte order mark is left out. */
export function decodeText(bytes: Uint8Array, encoding: string): string {
  return encoding === 'windows-1252' ? decodeWindows1252(bytes) : new TextDecoder(encoding).decode(bytes);
}

/** Returns true if the encoding has all bytes, so that `decodeText` changes none. */
export function isEncodedAs(bytes: Uint8Array, encoding: string): boolean {
  if (encoding === 'utf-8') return isUtf8(bytes);
  if (encoding === 'windows-1252') return true;
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** True for encodings in which the bytes 0 to 127 are ASCII wherever they stand, as scanners for them need. */
export const keepsAscii = (encoding: string): boolean =>
  encoding === 'utf-8' || /^(?:windows|iso-8859|koi8|ibm866|macintosh|x-mac)/.test(encoding);

/** A declaration that was read as ASCII isn't in UTF-16, whatever it says. */
export const ofAscii = (encoding: string | null): string | null =>
  encoding?.startsWith('utf-16') === true ? 'utf-8' : encoding;

/** What windows-1252 has in the place of the control characters 0x80 to 0x9f. */
const BETWEEN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Node decodes it as ISO-8859-1, which has no `€` (https://github.com/nodejs/node/issues/56542). Plain loops:
 * a body has ten million bytes.
 */
function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at < bytes.length && !isBetween(bytes[at]!)) at += 1;
  if (at === bytes.length) return latin1.toString('latin1');
  const units = new Uint16Array(bytes);
  for (; at < units.length; at += 1) {
    const unit = units[at]!;
    if (isBetween(unit)) units[at] = BETWEEN.charCodeAt(unit - 0x80);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

const isBetween = (byte: number): boolean => byte >= 0x80 && byte < 0xa0;

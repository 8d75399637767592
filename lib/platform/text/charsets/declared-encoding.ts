import { encodingOf, ofAscii } from './encodings';
import { metaEncoding } from './meta-encoding';

/** Browsers look no further for a declaration. */
const MAX_SEARCHED_BYTES = 1_024;
const MAX_TYPE_CHARACTERS = 1_000;

/** Returns the media type, in lowercase, and the charset that a `Content-Type` names. */
export function readContentType(header: string | undefined): { type: string | null; charset: string | null } {
  const [type = '', ...parameters] = (header ?? '').slice(0, MAX_TYPE_CHARACTERS).split(';');
  const charset = parameters.map(charsetIn).find((each) => each !== null);
  return { type: type.trim().toLowerCase() || null, charset: charset ?? null };
}

function charsetIn(parameter: string): string | null {
  const [name = '', value = ''] = parameter.split('=', 2);
  if (name.trim().toLowerCase() !== 'charset') return null;
  return value.trim().replaceAll('"', '').trim() || null;
}

/**
 * Returns the encoding of a text with a `Content-Type`, in browsers' order: a byte order mark, the type's
 * charset, the document's own declaration (XML, HTML). Null: none of them says one that is known.
 */
export function encodingOfDocument(bytes: Buffer, contentType: string | undefined): string | null {
  const { type, charset } = readContentType(contentType);
  return byteOrderMark(bytes) ?? encodingOf(charset) ?? declaredEncoding(bytes, type);
}

/** The same for JSON, which declares nothing: without a mark or a charset it is UTF-8 (RFC 8259). */
export const encodingOfJson = (bytes: Buffer, contentType: string | undefined): string =>
  byteOrderMark(bytes) ?? encodingOf(readContentType(contentType).charset) ?? 'utf-8';

export function byteOrderMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

/** Returns the encoding that a document of a type declares in itself. `type` null: nobody says what it is. */
export function declaredEncoding(bytes: Buffer, type: string | null): string | null {
  const isHtml = type === 'text/html';
  if (!isHtml && type !== null && !isXmlType(type)) return null;
  const beginning = bytes.toString('latin1', 0, MAX_SEARCHED_BYTES);
  return (isHtml ? metaEncoding(beginning) : null) ?? xmlEncoding(beginning);
}

const isXmlType = (type: string): boolean =>
  type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');

function xmlEncoding(beginning: string): string | null {
  if (beginning.startsWith('<\0?\0')) return 'utf-16le';
  if (beginning.startsWith('\0<\0?')) return 'utf-16be';
  const end = beginning.indexOf('?>');
  if (!beginning.startsWith('<?xml') || end === -1) return null;
  const label = /\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(beginning.slice(0, end))?.[1];
  return ofAscii(encodingOf(label));
}

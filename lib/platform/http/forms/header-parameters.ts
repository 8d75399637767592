import { isUtf8 } from 'node:buffer';
import { decodeText, encodingOf } from '../../text/charsets/encodings';

const EXTENDED = /^([\w-]*)'[^']*'(.*)$/s;

/**
 * Reads the parameters of `form-data; name=a; filename="b"`, by their names in lowercase; of two with one
 * name the first counts. `filename*` (RFC 5987) is preferred to `filename`, which is then written for
 * programs that can't read it.
 */
export function headerParameters(header: string): Map<string, string> {
  const plain = new Map<string, string>();
  const extended = new Map<string, string>();
  for (const [name, value] of writtenParameters(header)) {
    const decoded = name.endsWith('*') ? decodeExtended(value) : null;
    if (decoded !== null) setFirst(extended, name.slice(0, -1), decoded);
    else setFirst(plain, name, value.replace(/%(?:22|0A|0D)/gi, decodeURIComponent));
  }
  return new Map([...plain, ...extended]);
}

/** Yields the parameters in their order, in one pass: a quoted value may have semicolons and equals signs. */
function* writtenParameters(header: string): Generator<[name: string, value: string]> {
  let at = header.indexOf(';');
  while (at !== -1) {
    const equals = header.indexOf('=', at);
    if (equals === -1) return;
    const name = header.slice(header.lastIndexOf(';', equals) + 1, equals);
    const start = equals + 1 + lengthOfSpace(header, equals + 1);
    const end = header[start] === '"' ? endOfQuoted(header, start) : start;
    at = header.indexOf(';', end);
    const value = header.slice(start, at === -1 ? undefined : at).trim();
    yield [name.trim().toLowerCase(), end > start ? unquoted(header.slice(start, end)) : value];
  }
}

function lengthOfSpace(text: string, from: number): number {
  let length = 0;
  while (text[from + length] === ' ' || text[from + length] === '\t') length += 1;
  return length;
}

/** Returns the place behind the closing quote, or the end of a text that has none. */
function endOfQuoted(text: string, opening: number): number {
  for (let at = opening + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1;
    if (text[at] === '\\') at += 1;
  }
  return text.length;
}

function setFirst(values: Map<string, string>, name: string, value: string): void {
  if (!values.has(name)) values.set(name, value);
}

/** Only quotes and backslashes are escaped: browsers of old sent `C:\photos\x.png` as it is. */
function unquoted(quoted: string): string {
  const end = quoted.length > 1 && quoted.endsWith('"') ? quoted.length - 1 : quoted.length;
  return quoted.slice(1, end).replace(/\\(["\\])/g, '$1');
}

/** Decodes `UTF-8''%e2%82%ac`. Null: it is not written like this. */
function decodeExtended(value: string): string | null {
  const [, charset = '', encoded] = EXTENDED.exec(value) ?? [];
  if (encoded === undefined) return null;
  const bytes = encoded.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return decodeText(Buffer.from(bytes, 'latin1'), encodingOf(charset) ?? 'utf-8');
}

/** Decodes a header whose bytes were read as Latin-1: nearly all programs send UTF-8. */
export function decodeHeader(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : latin1;
}

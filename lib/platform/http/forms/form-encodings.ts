import { declaredEncoding, readContentType } from '../../text/charsets/declared-encoding';
import { decodeText, encodingOf, isEncodedAs, ofAscii } from '../../text/charsets/encodings';
import { isJsonObject } from '../../text/exact-number';
import type { FormPart } from './read-multipart';
import { decodeFormText, rawPairs } from './urlencoded';

/** Fields that name the charset of a form's texts: the standard's own, and the one of PayPal. */
const CHARSET_FIELDS = ['_charset_', 'charset'] as const;
/** A field of SendGrid's: the charset of each field, as JSON. */
const CHARSETS_FIELD = 'charsets';
const MAX_CHARSETS_BYTES = 8 * 1024;
const MAX_LABEL_BYTES = 100;

/** Returns the encoding of an urlencoded form: what its type says, else a field of its own, else UTF-8. */
export function urlencodedEncoding(body: Buffer, contentType: string): string {
  const said = encodingOf(readContentType(contentType).charset);
  if (said !== null) return said;
  const labels = new Map<string, string>();
  for (const [name, value] of rawPairs(body)) {
    const field = isCharsetField(name) && value.length <= MAX_LABEL_BYTES ? name.toString('latin1') : null;
    if (field !== null && !labels.has(field)) labels.set(field, decodeFormText(value));
  }
  return fieldEncoding((field) => labels.get(field)) ?? 'utf-8';
}

const isCharsetField = (name: Buffer): boolean =>
  name.length <= '_charset_'.length &&
  (CHARSET_FIELDS as readonly string[]).includes(name.toString('latin1'));

/** The field itself was read as ASCII. */
function fieldEncoding(labelOf: (field: string) => string | undefined): string | null {
  for (const field of CHARSET_FIELDS) {
    const encoding = ofAscii(encodingOf(labelOf(field)));
    if (encoding !== null) return encoding;
  }
  return null;
}

/**
 * Returns a function that reads a part as text: in the charset that the part names, its own XML declaration,
 * `charsets`, the form's type or one of its fields, else in UTF-8. The function returns null for a file, and
 * for other bytes than text.
 */
export function partDecoder(
  parts: readonly FormPart[],
  contentType: string,
): (part: FormPart) => string | null {
  const fieldOf = (name: string, mostBytes: number): string | undefined =>
    parts
      .find((part) => part.name === name && part.fileName === null && part.bytes.length <= mostBytes)
      ?.bytes.toString('utf8');
  const byName = charsetsIn(fieldOf(CHARSETS_FIELD, MAX_CHARSETS_BYTES));
  const ofForm =
    encodingOf(readContentType(contentType).charset) ??
    fieldEncoding((name) => fieldOf(name, MAX_LABEL_BYTES));
  return ({ name, fileName, contentType: partType, bytes }) => {
    if (fileName !== null) return null;
    const { type, charset } = readContentType(partType);
    const said = encodingOf(charset) ?? (type === null ? null : declaredEncoding(bytes, type));
    const encoding = said ?? encodingOf(byName.get(name)) ?? ofForm ?? 'utf-8';
    const isText = said !== null || type?.startsWith('text/') === true || isEncodedAs(bytes, encoding);
    if (!isText) return null;
    return encoding === 'utf-8' ? bytes.toString('utf8') : decodeText(bytes, encoding);
  };
}

/** Reads `{"subject": "UTF-8", "text": "iso-8859-1"}`; anything else names nothing. */
function charsetsIn(text: string | undefined): Map<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    const labels = isJsonObject(value) ? Object.entries(value) : [];
    return new Map(labels.filter((each): each is [string, string] => typeof each[1] === 'string'));
  } catch {
    return new Map();
  }
}

import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '../errors';
import { readContentType } from '../text/charsets/declared-encoding';
import { decodeText, encodingOf } from '../text/charsets/encodings';
import { parseExact } from '../text/exact-number';
import { isNestedTooDeeply, MAX_JSON_DEPTH } from '../text/json-depth';
import { hasTooManyValues } from '../text/json-size';
import type { Endpoint } from './endpoint';

/**
 * Parsing and validating more takes half a second, for which everything else waits. The largest documents
 * have a third of it.
 */
const MOST_VALUES_ON_THE_EVENT_LOOP = 250_000;

/** Returns the text of a request's body, which must be empty or declared as JSON. @throws AppError as `jsonText` */
export function asJson(body: Buffer, contentType: string | undefined): string {
  if (body.length === 0) return '';
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(contentType ?? '');
  const text = isJson ? jsonText(body, contentType) : body.toString('utf8');
  if (text.trim() === '') return '';
  if (!isJson) throw new AppError('unsupported_media_type', 'Send the body as application/json.');
  return text;
}

/**
 * Returns the text of JSON, which is UTF-8 (RFC 8259), without a byte order mark.
 * @throws AppError invalid_request with `body_not_utf8`, unsupported_media_type for a type with another charset
 */
export function jsonText(body: Buffer, contentType: string | undefined): string {
  const { charset } = readContentType(contentType);
  // Text in ASCII is the same in all of them.
  if (charset !== null && (encodingOf(charset) ?? 'utf-8') !== 'utf-8' && !isAscii(body))
    throw new AppError('unsupported_media_type', `Send JSON in UTF-8, not in ${charset.slice(0, 100)}.`);
  if (!isUtf8(body)) throw notEncodedAs('utf-8');
  return decodeText(body, 'utf-8');
}

/** The error of a body with bytes that its encoding doesn't have. */
export function notEncodedAs(encoding: string): AppError {
  const name = encoding.toUpperCase();
  return refused('body_not_utf8', `The body has bytes that aren’t ${name}.`, `Send text in ${name}.`);
}

const NOT_PACKED: ReadonlySet<string> = new Set(['', 'identity']);

/**
 * Requires a body as it is, for callers who read no other.
 * @throws AppError unsupported_media_type for a `Content-Encoding`
 */
export function requireUnpacked(contentEncoding: string | undefined): void {
  const codings = (contentEncoding ?? '')
    .split(',')
    .filter((each) => !NOT_PACKED.has(each.trim().toLowerCase()));
  if (codings.length === 0) return;
  throw new AppError('unsupported_media_type', 'Send the body without a Content-Encoding.', {
    headers: { 'accept-encoding': 'identity' },
  });
}

/**
 * Parses a body, which has at most `mostValues` values.
 * @throws AppError invalid_request with `body_too_complex`, `body_too_deep` or `body_invalid_json`
 */
export function parseJson(
  text: string,
  { exactNumbers }: Pick<Endpoint, 'exactNumbers'>,
  mostValues = MOST_VALUES_ON_THE_EVENT_LOOP,
): unknown {
  if (text === '') return {};
  if (hasTooManyValues(text, mostValues)) {
    const most = mostValues.toLocaleString('en');
    throw refused('body_too_complex', `The body holds more than ${most} values.`, `At most ${most} values.`);
  }
  if (isNestedTooDeeply(text)) {
    const message = `The body is nested more than ${MAX_JSON_DEPTH} levels deep.`;
    throw refused('body_too_deep', message, `At most ${MAX_JSON_DEPTH} levels.`);
  }
  try {
    return exactNumbers === true ? parseExact(text) : JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    throw refused('body_invalid_json', `The body is not valid JSON: ${message}`, message);
  }
}

const refused = (code: string, detail: string, message: string): AppError =>
  new AppError('invalid_request', detail, { issues: [{ param: 'body', code, message }] });

import type { OutboundResponse } from '../../../../platform/outbound-http/contract';
import {
  byteOrderMark,
  declaredEncoding,
  encodingOfDocument,
  encodingOfJson,
  readContentType,
} from '../../../../platform/text/charsets/declared-encoding';
import { decodeText, isEncodedAs, keepsAscii } from '../../../../platform/text/charsets/encodings';
import { parseExact } from '../../../../platform/text/exact-number';
import { countJsonValues, MAX_JSON_VALUES } from '../../../../platform/text/json-size';
import type { BinaryData } from '../../block';
import type { ApiConfig } from '../config/api-config';

/** The data of a response for later blocks; `warning` says why it is not of the type that was announced. */
export interface ResponseData {
  data: unknown;
  /** True if `data` is `BinaryData`. */
  isBinary?: true;
  warning: string | null;
  /** Number of values counted in a JSON body; a body with `MAX_JSON_VALUES` of them isn't parsed. */
  jsonValues: number;
}

const JSON_TYPE = /^(application\/json|[^/]+\/[^/]+\+json)$/;
/** Subtypes of `application/` and `image/` that are text, with or without `x-` in front. */
const TEXT_SUBTYPE =
  /^(x-)?(xml|yaml|javascript|ecmascript|ndjson|jsonl|json-seq|x?html|sql|graphql|toml|csv|www-form-urlencoded|pem-file|sh)$/;

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*(;|$)/;

/**
 * Reads a body. `auto` parses JSON types, reads text types as text and everything else as `BinaryData`;
 * `json-like` also parses valid JSON of other types; the other choices override the server's type. An
 * empty body is null.
 */
export function readResponseData(
  body: Buffer,
  contentTypeHeader: string | undefined,
  wanted: ApiConfig['responseType'] = 'auto',
): ResponseData {
  if (body.length === 0) return { data: null, warning: null, jsonValues: 0 };
  const { type, charset } = readContentType(contentTypeHeader);
  const isSaid = (wanted === 'auto' || wanted === 'json-like') && type !== null && JSON_TYPE.test(type);
  if (wanted === 'json' || isSaid) return readJson(body, contentTypeHeader);
  if (wanted === 'json-like' && looksLikeJson(body)) {
    const read = readJson(body, contentTypeHeader);
    if (typeof read.data !== 'string') return read;
  }
  if (wanted === 'text') return textOf(body, contentTypeHeader);
  if (wanted === 'binary') return binaryOf(body, contentTypeHeader);
  const isText = type === null ? isUntypedText(body) : charset !== null || isTextType(type);
  return isText ? textOf(body, contentTypeHeader) : binaryOf(body, contentTypeHeader);
}

function textOf(body: Buffer, contentTypeHeader: string | undefined): ResponseData {
  const encoding = encodingOfDocument(body, contentTypeHeader) ?? 'utf-8';
  return { data: decodeText(body, encoding), warning: encodingWarning(body, encoding), jsonValues: 0 };
}

const encodingWarning = (body: Buffer, encoding: string): string | null =>
  isEncodedAs(body, encoding)
    ? null
    : `The response has bytes that aren't ${encoding.toUpperCase()}; data has � in their place.`;

const BRACKETS: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/** True if bytes begin and end like an object or a list. Only then is parsing tried. */
export function looksLikeJson(body: Buffer): boolean {
  const first =
    body
      .subarray(0, EDGE_BYTES)
      .toString('latin1')
      .replace(/^\xEF\xBB\xBF/, '')
      .trimStart()[0] ?? '';
  const last = body.subarray(-EDGE_BYTES).toString('latin1').trimEnd().at(-1);
  return Object.hasOwn(BRACKETS, first) && BRACKETS[first] === last;
}

/** Number of bytes at either end in which white space is skipped. */
const EDGE_BYTES = 1_024;

/** True if a response of any size may be kept as a file, because its bytes would be `BinaryData`. */
export function mayBeFile(contentTypeHeader: string | undefined, wanted: ApiConfig['responseType']): boolean {
  if (wanted === 'binary') return true;
  if (wanted !== 'auto') return false;
  const { type, charset } = readContentType(contentTypeHeader);
  return type === null || (charset === null && !JSON_TYPE.test(type) && !isTextType(type));
}

/** Returns the Content-Type; if it was sent several times, the last valid one, as browsers do. */
export function contentTypeOf({ headers }: Pick<OutboundResponse, 'headers'>): string | undefined {
  const given = headers['content-type'];
  const value = Array.isArray(given) ? given.join(', ') : given;
  // A comma in quotes separates nothing.
  if (value === undefined || !value.includes(',') || value.includes('"')) return value;
  const types = value.split(',').map((one) => one.trim());
  return types.findLast((one) => MEDIA_TYPE.test(one)) ?? value;
}

function binaryOf(body: Buffer, contentTypeHeader: string | undefined): ResponseData {
  const base64 = body.toString('base64');
  const data: BinaryData = { contentType: contentTypeHeader ?? null, size: body.length, base64 };
  return { data, isBinary: true, warning: null, jsonValues: 0 };
}

function readJson(body: Buffer, contentTypeHeader: string | undefined): ResponseData {
  const encoding = encodingOfJson(body, contentTypeHeader);
  const countsBytes = keepsAscii(encoding);
  const counted = countsBytes ? countJsonValues(body, MAX_JSON_VALUES) : 0;
  if (counted >= MAX_JSON_VALUES) return { data: null, warning: null, jsonValues: counted };
  const text = decodeText(body, encoding);
  const jsonValues = countsBytes ? counted : countJsonValues(Buffer.from(text), MAX_JSON_VALUES);
  if (jsonValues >= MAX_JSON_VALUES) return { data: null, warning: null, jsonValues };
  if (text.trim() === '') return { data: null, warning: null, jsonValues };
  try {
    return { data: parseExact(text), warning: encodingWarning(body, encoding), jsonValues };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const warning = `The response should be JSON but is not (${reason}); data is its text.`;
    return { data: text, warning, jsonValues };
  }
}

function isTextType(type: string): boolean {
  const [top = '', sub = '', ...more] = type.split('/');
  if (top === 'text' && type.includes('/')) return true;
  if (more.length > 0 || top === '') return false;
  if (/[^/]\+(xml|yaml)$/.test(sub)) return true;
  return (top === 'application' || top === 'image') && TEXT_SUBTYPE.test(sub);
}

/** True for bytes without a type that say their encoding themselves, or are UTF-8 without NUL. */
function isUntypedText(body: Buffer): boolean {
  const said = byteOrderMark(body) ?? declaredEncoding(body, null);
  if (said !== null && said !== 'utf-8') return isEncodedAs(body, said);
  return !body.includes(0) && isEncodedAs(body, 'utf-8');
}

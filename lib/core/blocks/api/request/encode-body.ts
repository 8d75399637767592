import { createHash } from 'node:crypto';
import type { PartedBody, StoredFile } from '../../../../platform/outbound-http/contract';
import { hasTooManyValues, MAX_JSON_VALUES } from '../../../../platform/text/json-size';
import { type FilePart, RAW_CONTENT_TYPE, type ResolvedBody, type TextPart } from '../../body';
import { storedFile } from '../../file-reference';
import { usualFormPair } from '../../form-pair';
import type { SentFile } from '../../sent-file';
import { writtenPair } from '../../written-pair';

/** Bytes to send, and their type if the author names none. */
export interface EncodedBody {
  content: string | Uint8Array | PartedBody | null;
  contentType: string | null;
}

/** Thrown for GraphQL variables that are no JSON object or have too many values. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

const LINE_END = Buffer.from('\r\n');
const UNKNOWN_TYPE = 'application/octet-stream';
const NO_BODY: EncodedBody = { content: null, contentType: null };

/** Encodes a body; the same body always gives the same bytes. Throws `BodyError`. */
export function encodeBody(body: Readonly<ResolvedBody>): EncodedBody {
  switch (body.kind) {
    case 'none':
      return NO_BODY;
    case 'json':
      return body.value.trim() === '' ? NO_BODY : { content: body.value, contentType: 'application/json' };
    case 'raw':
      if (typeof body.value === 'string') return { content: body.value, contentType: body.contentType };
      return encodeFile(body.value, body.contentType);
    case 'form':
      return {
        content: body.rows.map((pair) => writtenPair(pair, 'form') ?? usualFormPair(pair)).join('&'),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'multipart':
      return encodeMultipart(body.rows);
    case 'graphql':
      return { content: encodeGraphql(body.query, body.variables), contentType: 'application/json' };
  }
}

/** Encodes a file with the chosen type; the file's own replaces the default, which is for text. */
function encodeFile(file: SentFile, chosen: string): EncodedBody {
  const contentType = chosen === RAW_CONTENT_TYPE ? (file.contentType ?? UNKNOWN_TYPE) : chosen;
  if ('fileId' in file) return { content: { parts: [storedFile(file)] }, contentType };
  return { content: Buffer.from(file.base64, 'base64'), contentType };
}

type Part = string | TextPart | FilePart;

function encodeMultipart(rows: ReadonlyArray<readonly [string, Part]>): EncodedBody {
  const parts = rows.map(([key, value]) => [partHead(key, value), partContent(value), LINE_END]);
  const boundary = boundaryOf(parts);
  const delimiter = Buffer.from(`--${boundary}\r\n`);
  const pieces = [...parts.flatMap((part) => [delimiter, ...part]), Buffer.from(`--${boundary}--\r\n`)];
  return {
    content: pieces.every(isBytes) ? Buffer.concat(pieces) : { parts: pieces },
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

const isBytes = (piece: Buffer | StoredFile): piece is Buffer => Buffer.isBuffer(piece);

function partHead(key: string, part: Part): Buffer {
  let head = `Content-Disposition: form-data; name="${escapeName(key)}"`;
  if (typeof part !== 'string') {
    const contentType = part.contentType ?? ('text' in part ? null : UNKNOWN_TYPE);
    if (part.filename !== null) head += `; filename="${escapeName(part.filename)}"`;
    if (contentType !== null) head += `\r\nContent-Type: ${contentType.replace(/[\r\n]/g, ' ')}`;
  }
  return Buffer.from(`${head}\r\n\r\n`);
}

function partContent(value: Part): Buffer | StoredFile {
  if (typeof value === 'string') return Buffer.from(value);
  if ('text' in value) return Buffer.from(value.text);
  return 'fileId' in value ? storedFile(value) : Buffer.from(value.base64, 'base64');
}

/**
 * Derives the boundary from the content, so that it is always the same; a part would have to hold its
 * own hash to forge it. A stored file counts with its id, drawn at random after its bytes existed.
 */
function boundaryOf(parts: ReadonlyArray<ReadonlyArray<Buffer | StoredFile>>): string {
  const hash = createHash('sha256');
  for (const pieces of parts) {
    const length = pieces.reduce((sum, piece) => sum + (isBytes(piece) ? piece.length : piece.size), 0);
    hash.update(`${length} `);
    for (const piece of pieces) hash.update(isBytes(piece) ? piece : piece.id);
  }
  return `millrace-${hash.digest('hex').slice(0, 40)}`;
}

/** Escapes a name as browsers do, so that it can't end its own line. */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** Inserts the variables as written: parsing and printing would change large numbers. */
function encodeGraphql(query: string, variables: string): string {
  const text = variables.trim() || '{}';
  if (hasTooManyValues(text))
    throw new BodyError(
      `The GraphQL variables hold more than ${MAX_JSON_VALUES.toLocaleString('en')} values.`,
    );
  if (!isJsonObject(text))
    throw new BodyError('The GraphQL variables must be a JSON object, for example {"id": 1}.');
  return `{"query":${JSON.stringify(query)},"variables":${text}}`;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || (typeof value === 'object' && !Array.isArray(value));
  } catch {
    return false;
  }
}

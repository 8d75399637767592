import { createHash } from 'node:crypto';
import { hasTooManyValues, MAX_JSON_VALUES } from '../../../../platform/text/json-size';
import type { FilePart, ResolvedBody } from '../../body';
import { usualFormPair } from '../../form-pair';
import { writtenPair } from '../../written-pair';

/** Bytes to send and the type they are, should the author name none. */
export interface EncodedBody {
  content: string | Uint8Array | null;
  contentType: string | null;
}

/** GraphQL variables that are no JSON object. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

const LINE_END = Buffer.from('\r\n');
const NO_BODY: EncodedBody = { content: null, contentType: null };

/** Throws `BodyError`. The same body is the same bytes every time. */
export function encodeBody(body: Readonly<ResolvedBody>): EncodedBody {
  switch (body.kind) {
    case 'none':
      return NO_BODY;
    case 'json':
      return body.value.trim() === '' ? NO_BODY : { content: body.value, contentType: 'application/json' };
    case 'raw':
      return { content: body.value, contentType: body.contentType };
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

function encodeMultipart(rows: ReadonlyArray<readonly [string, string | FilePart]>): EncodedBody {
  const parts = rows.map(([key, value]) =>
    Buffer.concat([partHead(key, value), partContent(value), LINE_END]),
  );
  const boundary = boundaryOf(parts);
  const delimiter = Buffer.from(`--${boundary}\r\n`);
  const pieces = parts.flatMap((part) => [delimiter, part]);
  return {
    content: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function partHead(key: string, value: string | FilePart): Buffer {
  let head = `Content-Disposition: form-data; name="${escapeName(key)}"`;
  if (typeof value !== 'string') {
    head += `; filename="${escapeName(value.filename)}"`;
    head += `\r\nContent-Type: ${(value.contentType ?? 'application/octet-stream').replace(/[\r\n]/g, ' ')}`;
  }
  return Buffer.from(`${head}\r\n\r\n`);
}

function partContent(value: string | FilePart): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.base64, 'base64');
}

/**
 * Drawn from the content, so that it is the same every time; a part would have to hold its own hash to forge
 * it.
 */
function boundaryOf(parts: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return `millrace-${hash.digest('hex').slice(0, 40)}`;
}

/** As browsers write it, so that a name can't end its own line. */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** The variables go in as they are written: parsing and printing would change large numbers. */
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

import { randomUUID } from 'node:crypto';
import type { ResolvedBody } from '../body';

/** Bytes to send and the type they are, should the author name none. */
export interface EncodedBody {
  content: string | null;
  contentType: string | null;
}

/** GraphQL variables that are no JSON object. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
}

const NO_BODY: EncodedBody = { content: null, contentType: null };

/** Throws `BodyError`. `createBoundary` separates the parts of a multipart body. */
export function encodeBody(
  body: Readonly<ResolvedBody>,
  createBoundary: () => string = randomBoundary,
): EncodedBody {
  switch (body.kind) {
    case 'none':
      return NO_BODY;
    case 'json':
      return body.value.trim() === '' ? NO_BODY : { content: body.value, contentType: 'application/json' };
    case 'raw':
      return { content: body.value, contentType: body.contentType };
    case 'form':
      return {
        content: new URLSearchParams(body.rows).toString(),
        contentType: 'application/x-www-form-urlencoded',
      };
    case 'multipart': {
      const boundary = createBoundary();
      return {
        content: encodeMultipart(body.rows, boundary),
        contentType: `multipart/form-data; boundary=${boundary}`,
      };
    }
    case 'graphql':
      return { content: encodeGraphql(body.query, body.variables), contentType: 'application/json' };
  }
}

function encodeMultipart(rows: ReadonlyArray<readonly [string, string]>, boundary: string): string {
  const parts = rows.map(
    ([key, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(key)}"\r\n\r\n${value}\r\n`,
  );
  return `${parts.join('')}--${boundary}--\r\n`;
}

/** As browsers write it, so that a name can't end its own line. */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** The variables go in as they are written: parsing and printing would change large numbers. */
function encodeGraphql(query: string, variables: string): string {
  const text = variables.trim() || '{}';
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

function randomBoundary(): string {
  return `millrace-${randomUUID()}`;
}

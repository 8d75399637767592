import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { readResponseData } from '../../core/blocks/api/request/response-data';
import { isAppError } from '../../platform/errors';
import type { ContentCoding } from '../../platform/http/body/content-codings';
import type { Payer } from '../../platform/http/body/payers';
import type { RequestIds } from '../../platform/http/request-ids';
import { decodeText } from '../../platform/text/charsets/encodings';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { isolatedPool } from '../runs/isolated/isolated-pool';
import { LargeInput, type RunInput } from '../runs/isolated/large-input';
import { isLargeJson, LARGE_BYTES } from '../runs/isolated/large-values';
import type { HookTrigger } from './hook-trigger';
import { contentTypeOf, isReadAsJson, readBodyData, requireJsonEncoding } from './read-body';

/** A request to a webhook's URL, as a server hands it over. */
export interface HookRequest extends RequestIds {
  method: string;
  /** Path and query as they came. */
  target: string;
  search: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The client's IP address. */
  remoteAddress: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  /** Reads the whole body, which `payers` pay for. @throws AppError as `IncomingBody.read` */
  readBody(maxBytes: number, payers: readonly Payer[], expandsTo: number): Promise<Buffer>;
  /** Decodes the content codings. @throws AppError as `IncomingBody.expand` */
  expandBody(body: Buffer, codings: readonly ContentCoding[]): Promise<Buffer>;
  /** Called when nothing holds the body any more that isn't counted elsewhere. */
  releaseBody(): void;
}

/** The parts of a request that a run gets, apart from the body. */
export interface RequestParts {
  headers: Record<string, unknown>;
  query: Record<string, unknown>;
  method: string;
}

/** JSON bodies from this size on are parsed off the event loop. */
const LARGE_JSON_BYTES = 128 * 1024;

/** A request that passed a webhook's checks. */
export interface ReadRequest {
  /** The body without its content codings. */
  body: Buffer;
  /** The body exactly as received. */
  rawBody: Buffer;
  parts: RequestParts;
}

/** The run's input: `body`, the parts and, for blocks that want it, `rawBody`. @throws AppError as `readBodyData` */
export async function inputOfRequest(
  { body, rawBody, parts }: ReadRequest,
  { keepsRawBody, config: { readBodyAs } }: Pick<HookTrigger, 'keepsRawBody' | 'config'>,
): Promise<RunInput> {
  const contentType = contentTypeOf(parts);
  const raw = keepsRawBody ? { rawBody: rawValueOf(rawBody, body) } : {};
  const isLarge = body.length >= LARGE_JSON_BYTES && isReadAsJson(body, contentType, readBodyAs);
  const encoding = isLarge ? requireJsonEncoding(body, contentType) : null;
  const input =
    encoding === null ? null : await largeJsonInput(decodeText(body, encoding), { ...parts, ...raw });
  if (input !== null) return input;
  // Large JSON that is none is text: looking for its mistake again would hold the event loop.
  const data = isLarge ? readResponseData(body, contentType, 'text').data : undefined;
  const value = { body: data ?? (await readBodyData(body, contentType, readBodyAs)), ...parts, ...raw };
  if (body.length < LARGE_JSON_BYTES) return value;
  const json = new TextEncoder().encode(writeJson(value));
  return json.length >= LARGE_BYTES ? new LargeInput(json) : value;
}

/** The bytes that came, and what they are as text; null: they are none. */
function rawValueOf(rawBody: Buffer, body: Buffer): { base64: string; text: string | null } {
  return { base64: rawBody.toString('base64'), text: isUtf8(body) ? body.toString('utf8') : null };
}

/**
 * The body stands first, so that whatever its text holds, the parts behind it count. Null: it is no JSON.
 * @throws AppError unavailable
 */
async function largeJsonInput(body: string, parts: RequestParts & { rawBody?: unknown }) {
  const text = `{"input":{"body":${body},${writeJson(parts).slice(1)}}`;
  try {
    const json = await isolatedPool().runInBodyProcess({ kind: 'check', of: 'start', text }, text.length);
    if (isLargeJson(json)) return new LargeInput(json);
    return parseExact(Buffer.from(json).toString()) as Record<string, unknown>;
  } catch (error) {
    if (isAppError(error) && error.code === 'invalid_request') return null;
    throw error;
  }
}

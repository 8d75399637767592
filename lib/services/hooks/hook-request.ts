import type { IncomingHttpHeaders } from 'node:http';
import { isAppError } from '../../platform/errors';
import type { Payer } from '../../platform/http/body/payers';
import type { RequestIds } from '../../platform/http/request-ids';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { LargeInput } from '../runs/large-input';
import { isLargeJson, LARGE_BYTES } from '../runs/large-values';
import { runProcesses } from '../runs/processes/run-processes';
import { readBodyData } from './read-body';

/** A request to a webhook's URL, as a server hands it over. */
export interface HookRequest extends RequestIds {
  method: string;
  search: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Of the client. */
  remoteAddress: string;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
  /** The whole body, which `payers` pay for. @throws AppError as `IncomingBody.read` */
  readBody(maxBytes: number, payers: readonly Payer[]): Promise<Buffer>;
  /** Nothing holds the body any more that isn't counted elsewhere. */
  releaseBody(): void;
}

/** What a run gets of a request, but for the body. */
export interface RequestParts {
  headers: Record<string, unknown>;
  query: Record<string, unknown>;
  method: string;
}

const JSON_TYPE = /^\s*application\/([\w.-]+\+)?json\b/i;
/** From here on a body of JSON is parsed off the event loop. */
const LARGE_JSON_BYTES = 128 * 1024;

/** The run's input: `body` and the parts. */
export async function inputOfRequest(
  body: Buffer,
  parts: RequestParts,
): Promise<Record<string, unknown> | LargeInput> {
  const contentType = String(parts.headers['content-type'] ?? '');
  if (body.length >= LARGE_JSON_BYTES && JSON_TYPE.test(contentType)) {
    const input = await largeJsonInput(body, parts);
    if (input !== null) return input;
  }
  const value = { body: await readBodyData(body, contentType || undefined), ...parts };
  if (body.length < LARGE_JSON_BYTES) return value;
  const json = new TextEncoder().encode(writeJson(value));
  return json.length >= LARGE_BYTES ? new LargeInput(json) : value;
}

/**
 * The body stands first, so that whatever its text holds, the parts behind it count. Null: it is no JSON.
 * @throws AppError unavailable
 */
async function largeJsonInput(body: Buffer, parts: RequestParts) {
  const text = `{"input":{"body":${body.toString('utf8')},${writeJson(parts).slice(1)}}`;
  try {
    const json = await runProcesses().atDesk({ kind: 'check', of: 'start', text }, text.length);
    if (isLargeJson(json)) return new LargeInput(json);
    return parseExact(Buffer.from(json).toString()) as Record<string, unknown>;
  } catch (error) {
    if (isAppError(error) && error.code === 'invalid_request') return null;
    throw error;
  }
}

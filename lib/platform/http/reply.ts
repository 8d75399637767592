import { writeJson } from '../text/json-text';
import type { RequestContext } from './operation';

/** A response whose status, headers or body text differ from "200 and this object as JSON". */
export class Reply {
  readonly brand = 'reply';

  constructor(
    readonly body: string | AsyncIterable<string | Uint8Array> | null,
    readonly status: number,
    readonly headers: Record<string, string>,
  ) {}
}

export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && (value as { brand?: unknown }).brand === 'reply';
}

/** Returns a JSON response; an undefined value means no content. */
export function reply(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  if (value === undefined) return new Reply(null, status, headers);
  return new Reply(writeJson(value), status, { 'content-type': 'application/json', ...headers });
}

const SLICE_BYTES = 256 * 1024;

/** Returns a response with JSON that is serialized already, in UTF-8; sent in slices. */
export function replyBytes(json: Uint8Array, headers: Record<string, string> = {}): Reply {
  return new Reply(slicesOf(json), 200, {
    'content-type': 'application/json',
    'content-length': String(json.length),
    ...headers,
  });
}

/** Yields the bytes in slices; the next one is taken when the reader has room for it. */
export async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

/** Returns true if a caller asks for server-sent events instead of one response. */
export const wantsEvents = ({ header }: Pick<RequestContext, 'header'>): boolean =>
  header('accept')?.includes('text/event-stream') === true;

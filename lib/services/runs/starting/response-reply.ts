import type { BinaryData } from '../../../core/blocks/block';
import { type FileReference, isFileReference, storedFile } from '../../../core/blocks/file-reference';
import { isSentHeader } from '../../../core/blocks/response/answer-headers';
import type { RunOutcome } from '../../../core/engine/ports';
import { AppError } from '../../../platform/errors';
import { Reply, slicesOf } from '../../../platform/http/reply';
import { isJsonObject } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { readStored } from '../../files/read-stored';
import type { ExecutionRow } from '../shapes/execution-row';

/**
 * A response shown in a browser has no origin, so it can't act for a user who is signed in; it runs
 * nothing, sends nothing and can't be framed. It may only have styles of its own, images and fonts.
 */
const SANDBOXED = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; font-src https: data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** The run whose files the body may be. */
export type RunOfReply = Pick<ExecutionRow, 'executionId' | 'logId' | 'workspaceId'>;

export interface ReplyOfRun {
  output?: unknown;
  /** The result of the Response block; null without one. */
  response: RunOutcome['response'];
}

/**
 * Status, headers and body as the run's Response block has them; without one, 200 and the run's output. Text
 * goes out as it is, bytes decoded, a stored file streamed, and anything else as JSON.
 * @returns null when the status can't end an answer (1xx)
 * @throws AppError unavailable when the body is a file that can't be read
 */
export async function responseReply(
  run: RunOfReply,
  { output, response }: ReplyOfRun,
): Promise<Reply | null> {
  const headers = headersOf(response?.headers ?? []);
  const code = response?.status ?? 200;
  if (code < 200) return null;
  if (code === 204 || code === 304) return new Reply(null, code, headers);
  const body = output ?? null;
  const typed = (contentType: string | null, more: Record<string, string> = {}) => ({
    'content-type': contentType ?? 'application/octet-stream',
    ...headers,
    ...more,
  });
  if (typeof body === 'string') return new Reply(body, code, typed('text/plain; charset=utf-8'));
  if (isBinary(body)) {
    const bytes = Buffer.from(body.base64, 'base64');
    const length = { 'content-length': String(bytes.length) };
    return new Reply(slicesOf(bytes), code, typed(body.contentType, length));
  }
  if (isFileReference(body)) {
    const length = { 'content-length': String(body.size) };
    return new Reply(await fileOf(run, body), code, typed(body.contentType, length));
  }
  return new Reply(writeJson(body), code, typed('application/json'));
}

function headersOf(pairs: ReadonlyArray<readonly [string, string]>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [given, value] of pairs) {
    const name = given.trim().toLowerCase();
    if (isSentHeader(name)) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { ...headers, ...SANDBOXED };
}

/** Bytes that a block put out, or that were uploaded with a name, with nothing beside them. */
function isBinary(value: unknown): value is BinaryData {
  if (!isJsonObject(value)) return false;
  const { contentType, size, base64, name = '', ...more } = value;
  return (
    Object.keys(more).length === 0 &&
    typeof name === 'string' &&
    (contentType === null || typeof contentType === 'string') &&
    typeof size === 'number' &&
    typeof base64 === 'string'
  );
}

/** Its first chunk is read before the answer begins, so that a file that is gone is a failure in words. */
async function fileOf(run: RunOfReply, file: FileReference): Promise<AsyncIterable<Buffer>> {
  const chunks = readStored({ ...run, rootId: run.executionId }, storedFile(file));
  try {
    const first = await chunks.next();
    return following(first, chunks);
  } catch (cause) {
    throw new AppError('unavailable', `${(cause as Error).message} The run itself succeeded.`, { cause });
  }
}

async function* following(
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

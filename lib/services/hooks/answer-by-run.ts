import type { BinaryData } from '../../core/blocks/block';
import { type FileReference, isFileReference, storedFile } from '../../core/blocks/file-reference';
import type { RunOutcome } from '../../core/engine/ports';
import { Reply, reply } from '../../platform/http/reply';
import { logger } from '../../platform/logging/logger';
import { isJsonObject, parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { readStored } from '../files/read-stored';
import { acceptedReply } from '../runs/accepted-reply';
import { ParkedRun } from '../runs/parked-runs';
import { LargeOutcome } from '../runs/run-large';
import type { RunAnswer } from '../runs/schema';
import type { ExecutionRow } from '../runs/shapes/execution-row';
import { type AdmittedRun, outcomeOfRun } from '../runs/start-run';

/** Senders and proxies give up about then; the run goes on. */
const ANSWER_WITHIN_MS = 55_000;
const SLICE_BYTES = 256 * 1024;

/**
 * Headers that are the connection's, or that would act for this product's own pages: authors answer from its
 * origin.
 */
const NOT_THEIRS =
  /^(connection|keep-alive|transfer-encoding|content-length|upgrade|te|trailer|date|set-cookie2?|proxy-.*|strict-transport-security|clear-site-data|content-security-policy.*|x-content-type-options|service-worker-allowed|x-request-id)$/i;
/** What a browser shows of an answer has no origin: scripts in it can't act for who is signed in. */
const SANDBOXED = { 'content-security-policy': 'sandbox' };

/** Runs it and answers as its Response block says; 202 when it parks, or takes too long. */
export async function answerByRun(run: AdmittedRun): Promise<Reply> {
  const { row } = run;
  const { executionId } = row;
  const ending = outcomeOfRun(run);
  const outcome = await withinTime(ending);
  if (outcome === null) {
    ending.catch((error) => logger('hooks').error('a run failed after its caller', { executionId, error }));
    return acceptedReply(executionId);
  }
  if (outcome instanceof ParkedRun) return acceptedReply(executionId);
  if (!(outcome instanceof LargeOutcome)) return replyOf(row, outcome, outcome.response);
  if (outcome.answer === null) throw new Error('A process gave no result for a run that is waited for.');
  return replyOf(row, parseExact(Buffer.from(outcome.answer).toString()) as RunAnswer, outcome.response);
}

async function withinTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WITHIN_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

type Ended = Pick<RunOutcome, 'status' | 'output'>;

function replyOf(row: ExecutionRow, { status, output }: Ended, response: RunOutcome['response']): Reply {
  const { executionId } = row;
  // What went wrong is for who may read the log, not for whoever sends requests.
  if (response === null && status === 'error') return reply({ executionId, status: 'error' }, 500);
  const headers = headersOf(response?.headers ?? []);
  const code = response?.status ?? 200;
  if (code < 200) return reply({ executionId, status: 'error' }, 500);
  if (code === 204 || code === 304) return new Reply(null, code, headers);
  return new Reply(...bodyOf(row, output ?? null, { code, headers }));
}

function headersOf(pairs: ReadonlyArray<readonly [string, string]>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [given, value] of pairs) {
    const name = given.toLowerCase();
    if (!NOT_THEIRS.test(name)) headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { ...headers, ...SANDBOXED };
}

type ReplyParts = [body: Reply['body'], status: number, headers: Record<string, string>];

function bodyOf(
  row: ExecutionRow,
  body: unknown,
  { code, headers }: { code: number; headers: Record<string, string> },
): ReplyParts {
  const typed = (contentType: string | null, more: Record<string, string> = {}) => ({
    'content-type': contentType ?? 'application/octet-stream',
    ...headers,
    ...more,
  });
  if (typeof body === 'string') return [body, code, typed('text/plain; charset=utf-8')];
  if (isBinary(body)) {
    const bytes = Buffer.from(body.base64, 'base64');
    return [slicesOf(bytes), code, typed(body.contentType, { 'content-length': String(bytes.length) })];
  }
  if (isFileReference(body)) {
    const { contentType, size } = body;
    return [fileOf(row, body), code, typed(contentType, { 'content-length': String(size) })];
  }
  return [writeJson(body), code, typed('application/json')];
}

/** Bytes that a block put out, with nothing beside them. */
function isBinary(value: unknown): value is BinaryData {
  if (!isJsonObject(value) || Object.keys(value).length !== 3) return false;
  const { contentType, size, base64 } = value;
  return (
    (contentType === null || typeof contentType === 'string') &&
    typeof size === 'number' &&
    typeof base64 === 'string'
  );
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

const fileOf = (row: ExecutionRow, file: FileReference): AsyncGenerator<Buffer> =>
  readStored({ ...row, rootId: row.executionId }, storedFile(file));

import { codeFailure } from '../../core/blocks/code-failure';
import { codeRunner } from '../../platform/sandbox/code-runner';
import type { CodeResult } from '../../platform/sandbox/contract';
import { parseExact } from '../../platform/text/exact-number';
import { isStorable } from '../../platform/text/storable-text';
import { readEventHead } from './payload';

const TRANSFORM_TIMEOUT_MS = 1_000;
/** A larger payload would be parsed on the event loop for too long. The sandbox limits the result to as much. */
const MAX_PAYLOAD_CHARACTERS = 1024 * 1024;

/** A request's body as it is sent. */
export interface SentBody {
  body: string;
  contentType: string;
}

export const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain; charset=utf-8';

interface ToTransform {
  /** Whose turn it is in the sandbox. */
  workspaceId: string;
  code: string;
  /** The event as it was composed. */
  payload: string;
  /** Equal seeds give the code the same `Math.random`. */
  seed: string;
}

/** `problem`: why there is no body, in words. `cancelled`: the signal came first. */
type Transformed =
  | { kind: 'made'; sent: SentBody; console: string }
  | { kind: 'failed'; problem: string; console: string }
  | { kind: 'cancelled' };

/**
 * Runs an author's code on a payload, in the sandbox: it has no network, and its clock stands at the event's
 * time. The same payload and seed give the same body, so it may be repeated after a crash.
 */
export async function transformBody(
  { workspaceId, code, payload, seed }: ToTransform,
  signal: AbortSignal,
): Promise<Transformed> {
  const refusal = payload === '' ? GONE : payload.length > MAX_PAYLOAD_CHARACTERS ? TOO_LARGE : null;
  if (refusal !== null) return { kind: 'failed', problem: refusal, console: '' };
  const result = await codeRunner(workspaceId).run({
    kind: 'function',
    code,
    bindings: { event: parseExact(payload) },
    timeoutMs: TRANSFORM_TIMEOUT_MS,
    signal,
    circumstances: { nowMs: readEventHead(payload)?.timestampMs ?? 0, seed: `webhook transform ${seed}` },
  });
  return endOf(result);
}

const GONE = 'The payload was deleted, so the transform has nothing to start from.';
const TOO_LARGE =
  'The payload has more than 1 MB, which is too much for a transform. Include less in it, or remove the transform.';
const NOTHING =
  'The transform returned nothing. It must return the body: an object, a list, or a text that is not empty.';
const NOT_SENDABLE =
  'The transform returned a text with characters that can’t be sent: NUL, or halves of surrogate pairs.';

function endOf(result: CodeResult<unknown>): Transformed {
  const console = result.console.map(({ text }) => text).join('\n');
  if (!result.ok && result.error.code === 'CANCELLED') return { kind: 'cancelled' };
  const failed = (problem: string): Transformed => ({ kind: 'failed', problem, console });
  if (!result.ok) return failed(`The transform failed. ${codeFailure(result.error, 'transform').message}`);
  const { value } = result;
  if (value === null || value === undefined || value === '') return failed(NOTHING);
  if (typeof value !== 'string')
    return { kind: 'made', sent: { body: JSON.stringify(value), contentType: JSON_TYPE }, console };
  if (!isStorable(value)) return failed(NOT_SENDABLE);
  return { kind: 'made', sent: { body: value, contentType: TEXT_TYPE }, console };
}

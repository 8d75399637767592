import type { OutboundAttempt, OutboundResult } from '../outbound-http/contract';
import { backoffMs } from '../outbound-http/retry-policy';
import { callOptions } from './call-options';
import type { ModelAnswer, ModelCallOptions, ModelFailure, ModelRequest } from './contract';
import { guardedFetch, isEvents } from './guarded-fetch';
import { answerMender } from './mend-answer';
import { exchangeFailure, notAModel, streamFailure, unreadable } from './model-failure';
import { withOpaque } from './opaque-state';
import { providerModel } from './provider-model';
import { type ReadAnswer, readStream, readWhole } from './read-answer';
import {
  knownDialect,
  nextDeviation,
  rememberDialect,
  type ServerDialect,
  type ServerRefusal,
} from './server-dialect';
import { watchText } from './watch-text';

export interface ModelClock {
  now(): number;
  /** Resolves after `ms`, or earlier once `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Sends a question to a model and reads its answer to the end. A stream that ends too early, which the
 * outbound client can't detect, is retried here, within the same number of retries and the same time. When
 * a server refuses a feature of the request, the request is changed, once for each feature that the refusal
 * names.
 */
export async function askModel(
  request: ModelRequest,
  options: ModelCallOptions,
  clock: ModelClock,
): Promise<ModelAnswer> {
  const deadline = clock.now() + options.totalTimeoutMs;
  const attempts: OutboundAttempt[] = [];
  let dialect = knownDialect(request, options.http);
  let changed: Partial<ServerDialect> = {};
  let refused = 0;
  while (true) {
    const remainingMs = deadline - clock.now();
    const { answer, refusal } = await askOnce(request, dialect, {
      ...options,
      idempotencyKey: keyOf(options, changed),
      totalTimeoutMs: Math.max(1, remainingMs),
      maxRetries: Math.max(0, options.maxRetries - (attempts.length - refused)),
    });
    attempts.push(...answer.attempts);
    const told = { ...answer, attempts };
    if (answer.ok) rememberDialect(request, options.http, changed);
    const deviation = refusal && nextDeviation(refusal, dialect, request, changed);
    if (deviation !== null && deadline > clock.now() && !options.signal.aborted) {
      refused += answer.attempts.length;
      changed = { ...changed, ...deviation };
      dialect = { ...dialect, ...deviation };
      continue;
    }
    if (answer.ok || !isStreamFailure(answer.error) || attempts.length - refused > options.maxRetries)
      return told;
    const waitMs = backoffMs(attempts.length - refused - 1, Math.random);
    if (waitMs >= deadline - clock.now() || options.signal.aborted) return told;
    await clock.sleep(waitMs, options.signal);
    if (options.signal.aborted) return told;
  }
}

/** Returns the idempotency key; a changed question is a different request. */
function keyOf({ idempotencyKey }: ModelCallOptions, changed: Partial<ServerDialect>): string {
  const count = Object.keys(changed).length;
  return count === 0 ? idempotencyKey : `${idempotencyKey}.${count}`;
}

/** Returns true for failures of the stream: the outbound client has retried all others itself. */
const isStreamFailure = ({ code, retryable }: ModelFailure): boolean =>
  retryable && (code === 'MODEL_STREAM_CUT' || code === 'MODEL_FAILED');

/** `refusal`: the server's error response; null when it gave an answer, or nothing. */
interface Asked {
  answer: ModelAnswer;
  refusal: ServerRefusal | null;
}

async function askOnce(
  request: ModelRequest,
  dialect: ServerDialect,
  options: ModelCallOptions,
): Promise<Asked> {
  const watching = dialect.streams ? watchText(request, dialect, options) : {};
  const { fetch, result, opaque } = guardedFetch(request.provider, options, dialect, watching);
  const failed = (error: ModelFailure, usage: ModelAnswer['usage'] = null): Asked => ({
    answer: { ok: false, error, usage, attempts: attemptsOf(result()) },
    refusal: refusalOf(result()),
  });
  try {
    const model = await providerModel(request, dialect, fetch);
    const said = callOptions(request, dialect);
    const read = dialect.streams
      ? await readStreamOrWhole((await model.doStream(said)).stream, request, dialect, result())
      : readWhole(await model.doGenerate(said));
    const { error, finishReason, usage, warnings } = read;
    if (error !== null || finishReason === null) return failed(streamFailure(error, bodyOf(result())), usage);
    const turn = withOpaque(read.turn, opaque());
    if (!dialect.streams) options.onAnswer?.()(turn.text);
    const attempts = attemptsOf(result());
    return { answer: { ok: true, turn, finishReason, usage, warnings, attempts }, refusal: null };
  } catch (cause) {
    const error = exchangeFailure(result(), request) ?? errorWithin(bodyOf(result()));
    if (error !== null) return failed(error);
    return failed(result()?.response ? notAModel(request.baseUrl) : unreadable(cause));
  }
}

/** Reads a stream, or a whole response from a server that ignores the request to stream. */
async function readStreamOrWhole(
  stream: Parameters<typeof readStream>[0],
  request: ModelRequest,
  dialect: ServerDialect,
  result: OutboundResult | null,
): Promise<ReadAnswer> {
  const streamed = await readStream(stream);
  if (streamed.error === null && streamed.finishReason !== null) return streamed;
  const body = result?.response?.body ?? Buffer.alloc(0);
  if (isEvents(body)) return streamed;
  const headers = { 'content-type': 'application/json' };
  const whole = new Uint8Array(answerMender(request.provider)?.whole(body) ?? body);
  const model = await providerModel(request, dialect, async () => new Response(whole, { headers }));
  return readWhole(await model.doGenerate(callOptions(request, dialect)));
}

/** Returns the error in a response with status 200, which some servers send. */
function errorWithin(body: string): ModelFailure | null {
  try {
    const value: unknown = JSON.parse(body);
    return Object(value).error ? streamFailure(value, '') : null;
  } catch {
    return null;
  }
}

const MAX_REFUSAL_CHARACTERS = 4_000;

function refusalOf(result: OutboundResult | null): ServerRefusal | null {
  const response = result?.response ?? null;
  if (response === null || response.isRateLimited) return null;
  return { status: response.status, words: bodyOf(result).slice(0, MAX_REFUSAL_CHARACTERS) };
}

const bodyOf = (result: OutboundResult | null): string => result?.response?.body.toString('utf8') ?? '';

const attemptsOf = (result: OutboundResult | null): OutboundAttempt[] => result?.attempts ?? [];

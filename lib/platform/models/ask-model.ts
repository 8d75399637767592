import type { OutboundAttempt } from '../outbound-http/contract';
import { backoffMs } from '../outbound-http/retry-policy';
import { callOptions } from './call-options';
import type { ModelAnswer, ModelCallOptions, ModelFailure, ModelRequest } from './contract';
import { guardedFetch } from './guarded-fetch';
import { exchangeFailure, notAModel, streamFailure, unreadable } from './model-failure';
import { providerModel } from './provider-model';
import { readStream } from './read-stream';
import { watchText } from './watch-text';

export interface ModelClock {
  now(): number;
  /** Resolves after `ms`, or earlier once `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Asks a model and reads its answer to the end. What the outbound client can't see, a stream that ends too
 * early, is tried again here, within the same number of retries and the same time.
 */
export async function askModel(
  request: ModelRequest,
  options: ModelCallOptions,
  clock: ModelClock,
): Promise<ModelAnswer> {
  const deadline = clock.now() + options.totalTimeoutMs;
  const attempts: OutboundAttempt[] = [];
  while (true) {
    const remainingMs = deadline - clock.now();
    const left = options.maxRetries - Math.max(0, attempts.length);
    const answer = await askOnce(request, {
      ...options,
      totalTimeoutMs: Math.max(1, remainingMs),
      maxRetries: Math.max(0, left),
    });
    attempts.push(...answer.attempts);
    const told = { ...answer, attempts };
    if (answer.ok || !isStreamFailure(answer.error) || attempts.length > options.maxRetries) return told;
    const waitMs = backoffMs(attempts.length - 1, Math.random);
    if (waitMs >= deadline - clock.now() || options.signal.aborted) return told;
    await clock.sleep(waitMs, options.signal);
    if (options.signal.aborted) return told;
  }
}

/** The outbound client has tried all others again itself. */
const isStreamFailure = ({ code, retryable }: ModelFailure): boolean =>
  retryable && (code === 'MODEL_STREAM_CUT' || code === 'MODEL_FAILED');

async function askOnce(request: ModelRequest, options: ModelCallOptions): Promise<ModelAnswer> {
  const { fetch, result } = guardedFetch(options, watchText(request, options));
  try {
    const model = await providerModel(request, fetch);
    const { stream } = await model.doStream(callOptions(request));
    const { error, finishReason, turn, usage, warnings } = await readStream(stream);
    const attempts = attemptsOf(result());
    if (error !== null || finishReason === null) {
      const body = result()?.response?.body.toString('utf8') ?? '';
      const isStream = /^\s*(?:data|event|id|retry)?:/.test(body);
      const failure = isStream ? streamFailure(error, body) : notAModel(request.baseUrl);
      return { ok: false, error: failure, usage, attempts };
    }
    return { ok: true, turn, finishReason, usage, warnings, attempts };
  } catch (cause) {
    const error = exchangeFailure(result(), request);
    return {
      ok: false,
      error: error ?? refusedBySdk(cause, request),
      usage: null,
      attempts: attemptsOf(result()),
    };
  }
}

/** An answer that came and can't be read, or a request that can't be written. */
function refusedBySdk(cause: unknown, { baseUrl }: ModelRequest): ModelFailure {
  const { statusCode } = Object(cause) as { statusCode?: number };
  return statusCode === undefined ? unreadable(cause) : notAModel(baseUrl);
}

function attemptsOf(result: ReturnType<ReturnType<typeof guardedFetch>['result']>): OutboundAttempt[] {
  return result?.attempts ?? [];
}

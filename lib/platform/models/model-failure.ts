import type { OutboundResult } from '../outbound-http/contract';
import { isRetryableStatus } from '../outbound-http/retry-policy';
import type { ModelFailure, ModelRequest } from './contract';

const MAX_QUOTED_CHARACTERS = 500;

/** Returns the reason for a failed exchange with the provider; null when it succeeded. */
export function exchangeFailure(
  result: OutboundResult | null,
  { model }: Pick<ModelRequest, 'model'>,
): ModelFailure | null {
  if (result === null) return null;
  const { response, error } = result;
  if (error !== null) return error;
  if (response === null || response.status < 400) return null;
  const { status, body, url, isRateLimited, retryAfterMs } = response;
  const said = readProviderError(body);
  const host = new URL(url).host;
  const { code, cure } = isRateLimited ? RATE_LIMITED : meaningOf(status, said.code, model);
  const message = `${host} returned ${status}${said.words === '' ? '' : `: ${said.words}`} ${cure}`;
  const retryable = isRateLimited || isRetryableStatus(status);
  return { code, message, phase: 'response', retryable, retryAfterMs };
}

/** Returns the failure of a stream that broke off, or that reported an error in its middle. */
export function streamFailure(error: unknown, stream: string): ModelFailure {
  const told = error === null || error instanceof Error ? lastError(stream) : error;
  const said = told === null ? '' : quoted(wordsIn(told).words);
  if (said === '') {
    const message = 'The provider ended its answer before it was complete. Try again.';
    return failure('MODEL_STREAM_CUT', message, true);
  }
  const isOverloaded = /overload|rate.?limit|unavailable|timeout|internal|server|api_error/i.test(
    `${said} ${JSON.stringify(told)}`,
  );
  return failure('MODEL_FAILED', `The provider broke its answer off: ${said}`, isOverloaded);
}

/** Returns the last event of a stream if it is an error; some of the SDK's readers don't pass it on. */
function lastError(stream: string): unknown {
  const start = stream.lastIndexOf('data:');
  try {
    const event: unknown = JSON.parse(stream.slice(start + 'data:'.length));
    return 'error' in Object(event) ? event : null;
  } catch {
    return null;
  }
}

export const notAModel = (url: string): ModelFailure =>
  failure(
    'MODEL_RESPONSE_INVALID',
    `${url} did not answer as this kind of provider does. Check the provider and its base URL.`,
    false,
  );

/** Returns the failure for an error of the SDK itself, before or after the exchange. */
export const unreadable = (cause: unknown): ModelFailure =>
  failure(
    'MODEL_REQUEST_INVALID',
    `The request can't be put to this provider: ${quoted(cause instanceof Error ? cause.message : '')}`,
    false,
  );

function failure(code: string, message: string, retryable: boolean): ModelFailure {
  return { code, message, phase: 'response', retryable, retryAfterMs: null };
}

const RATE_LIMITED = { code: 'RATE_LIMITED', cure: 'Ask less often, or raise the provider’s limits.' };

function meaningOf(status: number, code: string, model: string): { code: string; cure: string } {
  if (status === 401 || status === 403)
    return { code: 'MODEL_KEY_REFUSED', cure: 'Check the API key and what it may use.' };
  if (status === 404 || code === 'model_not_found')
    return { code: 'MODEL_NOT_FOUND', cure: `Check the model "${model}" and the base URL.` };
  if (status >= 500) return { code: 'MODEL_UNAVAILABLE', cure: 'Try again later.' };
  return { code: 'MODEL_REQUEST_INVALID', cure: 'Check the model, its settings and tools.' };
}

/**
 * Returns the words and code of a provider's error; every provider has its own format, and some give none.
 */
function readProviderError(body: Buffer): { words: string; code: string } {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    const { words, code } = wordsIn(Array.isArray(parsed) ? parsed[0] : parsed);
    return { words: quoted(words), code };
  } catch {
    return { words: '', code: '' };
  }
}

function wordsIn(value: unknown): { words: string; code: string } {
  const outer = Object(value) as { error?: unknown; message?: unknown };
  const inner = Object(outer.error) as { message?: unknown; code?: unknown; type?: unknown };
  const words = [inner.message, outer.message, outer.error, value].find((text) => typeof text === 'string');
  return { words: String(words ?? ''), code: String(inner.code ?? '') };
}

function quoted(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTED_CHARACTERS);
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`;
}

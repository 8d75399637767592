import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SendResult } from './export-queue';
import { REQUESTS, type Signal } from './messages';
import { encodeMessage } from './protobuf';
import type { TelemetrySettings } from './settings';

const zip = promisify(gzip);

/** Answers after which the protocol asks to send the same again. */
const AGAIN: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const CONTENT_TYPES = { 'http/protobuf': 'application/x-protobuf', 'http/json': 'application/json' } as const;

type Delivery = Pick<TelemetrySettings, 'headers' | 'protocol' | 'compression' | 'timeoutMs'>;

/**
 * Sends one request of a signal to the collector. Never throws. The collector is the operator's own, so the
 * address guard of authors' requests does not apply; `HTTPS_PROXY` does.
 * @param body the request in its JSON form
 */
export async function sendOtlp(
  signal: Signal,
  url: string,
  body: object,
  { headers, protocol, compression, timeoutMs }: Delivery,
): Promise<SendResult> {
  try {
    const plain =
      protocol === 'http/json'
        ? new TextEncoder().encode(JSON.stringify(body))
        : encodeMessage(REQUESTS[signal], body);
    const isZipped = compression === 'gzip';
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': CONTENT_TYPES[protocol],
        ...(isZipped && { 'content-encoding': 'gzip' }),
      },
      body: new Uint8Array(isZipped ? await zip(plain) : plain),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return resultOf(response);
  } catch (error) {
    return { kind: 'again', afterMs: null, why: whyOf(error) };
  }
}

function resultOf({ ok, status, headers }: Response): SendResult {
  if (ok) return { kind: 'sent' };
  const why = `the collector answered ${status}`;
  if (!AGAIN.has(status)) return { kind: 'refused', why };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return { kind: 'again', afterMs: Number.isFinite(seconds) ? seconds * 1_000 : null, why };
}

/** The code of what went wrong; messages may quote the URL, in which an operator may have put a key. */
function whyOf(error: unknown): string {
  const { name = 'Error', cause } = error as Error & { cause?: { code?: unknown } };
  const { code } = (cause ?? {}) as { code?: unknown };
  return `no answer from the collector: ${typeof code === 'string' ? code : name}`;
}

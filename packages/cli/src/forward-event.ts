import { randomUUID } from 'node:crypto';
import { deliveryHeaders } from '../../../lib/services/outgoing-webhooks/signature';
import type { ComposedWebhookEvent } from '../../sdk/src/millrace.js';

/** A delivery has the same. */
const TIMEOUT_MS = 30_000;
const MOST_READ_BYTES = 16 * 1024;

/** The result of one POST. */
export interface Forwarded {
  deliveryId: string;
  /** Null if no response came. */
  status: number | null;
  durationMs: number;
  /** The reason why a delivery would count as failed; null if it would not. */
  problem: string | null;
}

/** Sends an event as a delivery is sent: the same headers, body and signature. It is sent once. */
export async function forwardEvent(
  { body }: ComposedWebhookEvent,
  { url, secret, signal }: { url: string; secret: string; signal: AbortSignal },
): Promise<Forwarded> {
  const deliveryId = randomUUID();
  const startMs = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const outcome = (status: number | null, problem: string | null): Forwarded => ({
    deliveryId,
    status,
    durationMs: Math.round(performance.now() - startMs),
    problem,
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: [
        ...deliveryHeaders({ deliveryId, body, secrets: [secret], isTest: false }, Date.now()),
        ['user-agent', 'Millrace'],
        ['accept-encoding', 'identity'],
      ],
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    await readSome(response);
    return outcome(response.status, response.ok ? null : whyFailed(response.status));
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted) return outcome(null, `no response within ${TIMEOUT_MS / 1_000} s`);
    return outcome(null, `no response: ${reasonOf(error as Error)}`);
  }
}

/** The error of `fetch` says only that it failed. */
function reasonOf({ message, cause }: Error): string {
  if (!(cause instanceof Error)) return message;
  return (cause as NodeJS.ErrnoException).code ?? cause.message;
}

function whyFailed(status: number): string {
  if (status < 400) return 'redirects are not followed';
  const isSentAgain = status === 429 || status >= 500;
  return isSentAgain ? 'a delivery would be sent again' : 'a delivery would not be sent again';
}

/** Reads as much of a response as of a delivery's, so that the connection is free. */
async function readSome({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  for (let bytes = 0; bytes <= MOST_READ_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return;
    bytes += value.byteLength;
  }
  await reader.cancel();
}

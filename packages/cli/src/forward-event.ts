import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { deliveryHeaders } from '../../../lib/services/outgoing-webhooks/signature';
import type { ComposedWebhookEvent } from '../../sdk/src/millrace.js';

/** A delivery has the same. */
const TIMEOUT_MS = 30_000;
const MOST_READ_BYTES = 16 * 1024;
const HEADERS_OF_THE_SERVER: ReadonlyArray<[string, string]> = [
  ['user-agent', 'Millrace'],
  ['accept', '*/*'],
  ['accept-encoding', 'identity'],
];

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
  const signed = deliveryHeaders({ deliveryId, body, secrets: [secret], isTest: false }, Date.now());
  try {
    const headers = Object.fromEntries([...signed, ...HEADERS_OF_THE_SERVER]);
    const status = await post(url, { headers, body, signal: AbortSignal.any([signal, timeout]) });
    return outcome(status, whyFailed(status));
  } catch (error) {
    if (signal.aborted) throw error;
    if (timeout.aborted) return outcome(null, `no response within ${TIMEOUT_MS / 1_000} s`);
    const { code, message } = error as NodeJS.ErrnoException;
    return outcome(null, `no response: ${code ?? message}`);
  }
}

function whyFailed(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status < 400) return 'redirects are not followed';
  const isSentAgain = status === 429 || status >= 500;
  return isSentAgain ? 'a delivery would be sent again' : 'a delivery would not be sent again';
}

interface Post {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/** Returns the status, which decides, once as much of the response was read as of a delivery's. */
function post(url: string, { headers, body, signal }: Post): Promise<number> {
  const request: typeof http.request = new URL(url).protocol === 'https:' ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, signal }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (bytes > MOST_READ_BYTES) response.destroy();
      });
      response.on('error', () => undefined);
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

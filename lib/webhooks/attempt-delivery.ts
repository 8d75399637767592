import type { OutboundClient } from '../outbound-http/contract';
import type { LeasedDelivery } from './claim-deliveries';
import { type Exchange, sendOnce } from './exchange';
import { judgeAttempt } from './retry-schedule';
import { openSecret } from './sealed-secret';
import { deliveryHeaders } from './signature';
import { concealUrl } from './webhook-row';

/** An ended attempt, to be recorded. `waitMs` is null when no other follows. */
export interface EndedAttempt {
  delivery: LeasedDelivery;
  /** `cancelled`: nothing was sent, because the subscription was paused or deleted meanwhile. */
  outcome: 'succeeded' | 'failed' | 'cancelled';
  startedAtMs: number;
  durationMs: number;
  code: string | null;
  reason: string;
  waitMs: number | null;
  exchange: Exchange | null;
}

const PAUSED =
  'The subscription was paused before it could be sent. Resume it and redeliver if it is still wanted.';

/** Sends a leased delivery once; null when this process was told to stop meanwhile, so that how it ended is not known. */
export async function attemptDelivery(
  delivery: LeasedDelivery,
  client: OutboundClient,
  signal?: AbortSignal,
): Promise<EndedAttempt | null> {
  const { target, deliveryId, webhookId, body } = delivery;
  const timestampMs = Date.now();
  if (target === null) {
    const never = { startedAtMs: timestampMs, durationMs: 0, code: null, waitMs: null, exchange: null };
    return { delivery, outcome: 'cancelled', reason: PAUSED, ...never };
  }
  const secrets = target.secrets.map((sealed) => openSecret(webhookId, sealed));
  const headers = deliveryHeaders({ deliveryId, body, secrets }, timestampMs);
  const exchange = await sendOnce(client, { url: target.url, headers, body }, signal);
  return exchange.cancelled ? null : endOf(delivery, exchange);
}

function endOf(delivery: LeasedDelivery, exchange: Exchange): EndedAttempt {
  const { response, refused, startedAtMs, durationMs, code } = exchange;
  const end = {
    status: response?.status ?? null,
    refusedAddress: refused,
    retryAfterMs: response?.retryAfterMs ?? null,
  };
  const verdict = judgeAttempt(end, delivery.number, Math.random);
  // What a person asked for is one POST; its outcome is looked at by that person.
  const waitMs = verdict.kind === 'retry' && delivery.cause === 'schedule' ? verdict.waitMs : null;
  return {
    delivery,
    outcome: verdict.kind === 'acknowledged' ? 'succeeded' : 'failed',
    startedAtMs,
    durationMs,
    code,
    reason: exchange.reason,
    waitMs,
    exchange: { ...exchange, request: { ...exchange.request, url: concealUrl(exchange.request.url) } },
  };
}

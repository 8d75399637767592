import { logger } from '../../platform/logging/logger';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import type { ClaimedDelivery } from './claim-deliveries';
import { CAUSE, type SendingEnd, STATE } from './delivery-state';
import { type Exchange, sendOnce } from './exchange';
import { type AttemptEnd, judgeAttempt } from './retry-schedule';
import { openSecret } from './sealed-secret';
import { deliveryHeaders } from './signature';
import { concealUrl } from './webhook-row';

/** An ended attempt, to be recorded. `waitMs` is null when no other follows. */
export interface EndedAttempt {
  delivery: ClaimedDelivery;
  outcome: SendingEnd;
  startedAtMs: number;
  durationMs: number;
  code: string | null;
  reason: string;
  waitMs: number | null;
  exchange: Exchange | null;
}

const NOT_SENT = {
  paused: 'The subscription was paused before it could be sent. Resume it, then redeliver if needed.',
  deleted: 'The subscription was deleted before it could be sent.',
};

/**
 * Sends a claimed delivery once; null when this process began to stop meanwhile, so that the result is
 * unknown.
 */
export async function attemptDelivery(
  delivery: ClaimedDelivery,
  client: OutboundClient,
  signal?: AbortSignal,
): Promise<EndedAttempt | null> {
  const { target, deliveryId, webhookId, body, cause } = delivery;
  const timestampMs = Date.now();
  if (typeof target === 'string') {
    const never = { startedAtMs: timestampMs, durationMs: 0, code: null, waitMs: null, exchange: null };
    return { delivery, outcome: STATE.is.cancelled, reason: NOT_SENT[target], ...never };
  }
  const secrets = openSecrets(webhookId, target.secrets);
  if (secrets === null) return unsigned(delivery, timestampMs);
  const headers = deliveryHeaders(
    { deliveryId, body, secrets, isTest: cause === CAUSE.is.test, adds: target.adds },
    timestampMs,
  );
  const exchange = await sendOnce(client, { url: target.url, headers, body }, signal);
  return exchange.cancelled ? null : endOf(delivery, exchange);
}

const CONFIRMED_BY_A_SECOND = 'A second 410 in a row disables the subscription.';

function openSecrets(webhookId: string, sealed: readonly Uint8Array[]): string[] | null {
  try {
    return sealed.map((one) => openSecret(webhookId, one));
  } catch (error) {
    logger('webhooks').error('a signing secret can’t be decrypted', { webhookId, error });
    return null;
  }
}

const UNREADABLE =
  'Nothing was sent: the secret can’t be decrypted with this ENCRYPTION_KEY. ' +
  'Set the subscription’s secret again.';

/**
 * Nothing goes out without the signature that the receiver expects; a secret set meanwhile signs the next
 * attempt.
 */
function unsigned(delivery: ClaimedDelivery, startedAtMs: number): EndedAttempt {
  const failure = { outcome: STATE.is.failed, code: 'SECRET_UNREADABLE', reason: UNREADABLE } as const;
  const waitMs = waitAfter({ status: null, refusedAddress: false, retryAfterMs: null }, delivery);
  return { delivery, ...failure, startedAtMs, durationMs: 0, waitMs, exchange: null };
}

/** A manual redelivery is one POST without retries: the person who asked sees the result. */
function waitAfter(end: AttemptEnd, delivery: ClaimedDelivery): number | null {
  const { number, cause, target } = delivery;
  const isExtended = typeof target !== 'string' && target.extendedRetries;
  const verdict = judgeAttempt(end, { number, isExtended }, Math.random);
  return verdict.kind === 'retry' && cause === CAUSE.is.schedule ? verdict.waitMs : null;
}

function endOf(delivery: ClaimedDelivery, exchange: Exchange): EndedAttempt {
  const { response, refused, startedAtMs, durationMs, code } = exchange;
  const end = {
    status: response?.status ?? null,
    refusedAddress: refused,
    retryAfterMs: response?.retryAfterMs ?? null,
  };
  return {
    delivery,
    outcome: code === null ? STATE.is.succeeded : STATE.is.failed,
    startedAtMs,
    durationMs,
    code,
    reason: end.status === 410 ? `${exchange.reason} ${CONFIRMED_BY_A_SECOND}` : exchange.reason,
    waitMs: waitAfter(end, delivery),
    exchange: { ...exchange, request: { ...exchange.request, url: concealUrl(exchange.request.url) } },
  };
}

import { logger } from '../../platform/logging/logger';
import type { OutboundClient } from '../../platform/outbound-http/contract';
import type { ClaimedDelivery, DeliveryTarget } from './claim-deliveries';
import { BODY_DELETED } from './deleted-body';
import { deliveryBody } from './delivery-body';
import { CAUSE, type SendingEnd, STATE } from './delivery-state';
import { type Exchange, sendOnce } from './exchange';
import { type AttemptEnd, judgeAttempt } from './retry-schedule';
import { openHeaders } from './sealed-headers';
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
  emptied: BODY_DELETED,
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
  const { target, deliveryId, webhookId, payload, cause } = delivery;
  const startedAtMs = Date.now();
  if (typeof target === 'string') {
    const never = { startedAtMs, durationMs: 0, code: null, waitMs: null, exchange: null };
    return { delivery, outcome: STATE.is.cancelled, reason: NOT_SENT[target], ...never };
  }
  const opened = openSealed(webhookId, target);
  if (typeof opened === 'string')
    return unsent(delivery, { startedAtMs, code: 'SECRET_UNREADABLE', reason: opened });
  const made = await deliveryBody(delivery, signal ?? new AbortController().signal);
  if (made === null) return null;
  if ('problem' in made)
    return unsent(delivery, {
      startedAtMs,
      code: 'TRANSFORM_FAILED',
      reason: `Nothing was sent. ${made.problem}`,
    });
  const { secrets, own } = opened;
  const { body, contentType } = made;
  const signed = { deliveryId, body, contentType, payload, secrets, isTest: cause === CAUSE.is.test };
  const headers = deliveryHeaders({ ...signed, adds: { ...target.adds, own } }, Date.now());
  const concealed = own.map(([name]) => name);
  const exchange = await sendOnce(client, { url: target.url, headers, body, concealed }, signal);
  return exchange.cancelled ? null : endOf(delivery, exchange);
}

const CONFIRMED_BY_A_SECOND = 'A second 410 in a row disables the subscription.';

/** Returns what is sealed of the target; why not, in words, if it doesn't open. */
function openSealed(
  webhookId: string,
  { secrets, ownHeaders }: DeliveryTarget,
): { secrets: string[]; own: Array<[string, string]> } | string {
  let part = 'secret';
  try {
    const opened = secrets.map((one) => openSecret(webhookId, one));
    part = 'headers';
    return { secrets: opened, own: openHeaders(webhookId, ownHeaders) };
  } catch (error) {
    logger('webhooks').error(`the ${part} can’t be decrypted`, { webhookId, error });
    return (
      `Nothing was sent: the ${part} can’t be decrypted with this ENCRYPTION_KEY. ` +
      `Set the subscription’s ${part} again.`
    );
  }
}

/**
 * Nothing goes out without the signature, the headers and the body that the receiver expects; what is set
 * meanwhile goes with the next attempt.
 */
function unsent(
  delivery: ClaimedDelivery,
  failure: Pick<EndedAttempt, 'startedAtMs' | 'code' | 'reason'>,
): EndedAttempt {
  const waitMs = waitAfter({ status: null, refusedAddress: false, retryAfterMs: null }, delivery);
  const durationMs = Date.now() - failure.startedAtMs;
  return { delivery, ...failure, outcome: STATE.is.failed, durationMs, waitMs, exchange: null };
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

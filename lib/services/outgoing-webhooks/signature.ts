import { createHmac } from 'node:crypto';
import { cloudEventHeaders } from './cloud-event';
import { EVENT_TYPE } from './event-schema';
import { isOurHeader } from './header-schema';
import { readEventHead } from './payload';
import { standardHeaders } from './standard-webhooks';

/** Lowercase hex of HMAC-SHA256 over `<timestamp>.<raw body>`; the timestamp is milliseconds since 1970. */
export function sign(timestampMs: number, body: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestampMs}.${body}`).digest('hex');
}

/**
 * `t=<ms>,v1=<hex>`; one `v1` per secret, the newest first. There is a second secret only while a rotation
 * overlaps.
 */
export function signatureHeader(timestampMs: number, body: string, secrets: readonly string[]): string {
  return [`t=${timestampMs}`, ...secrets.map((secret) => `v1=${sign(timestampMs, body, secret)}`)].join(',');
}

export interface DeliveryToSign {
  deliveryId: string;
  body: string;
  /** Of a body that a transform made; the default is JSON. */
  contentType?: string;
  /** The event that the transform was given; the default is the body. */
  payload?: string;
  /** Newest first; none for an unsigned subscription. */
  secrets: readonly string[];
  /** True for a sample execution; real deliveries never carry the header. */
  isTest: boolean;
  /** Nothing by default. */
  adds?: AddedHeaders;
}

/** What a subscription adds to the documented headers, which are always sent as they are. */
export interface AddedHeaders {
  standardWebhooks: boolean;
  cloudEvents: boolean;
  /** The author's own, by name and value. */
  own: ReadonlyArray<readonly [string, string]>;
}

/** Returns the headers of an attempt; timestamp and signature are this attempt's own. */
export function deliveryHeaders(
  {
    deliveryId,
    body,
    contentType = 'application/json',
    payload = body,
    secrets,
    isTest,
    adds,
  }: DeliveryToSign,
  timestampMs: number,
): Array<[string, string]> {
  const headers: Array<[string, string]> = [
    ['content-type', contentType],
    ['service-event', readEventHead(payload)?.type ?? EVENT_TYPE],
    ['service-timestamp', String(timestampMs)],
    ['service-delivery-id', deliveryId],
    ['idempotency-key', deliveryId],
  ];
  if (isTest) headers.push(['service-test', 'true']);
  if (secrets.length > 0) headers.push(['service-signature', signatureHeader(timestampMs, body, secrets)]);
  if (adds?.standardWebhooks) headers.push(...standardHeaders({ deliveryId, body, secrets }, timestampMs));
  if (adds?.cloudEvents) headers.push(...cloudEventHeaders(payload));
  for (const [name, value] of adds?.own ?? []) if (!isOurHeader(name)) headers.push([name, value]);
  return headers;
}

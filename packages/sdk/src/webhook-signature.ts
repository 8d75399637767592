import { SignatureError } from './errors.js';
import { parseJson } from './json.js';
import type { WebhookEvent } from './types/webhooks.js';

const TOLERANCE_MS = 5 * 60 * 1000;
const MOST_HEADER_CHARACTERS = 2_000;
const HEX_OF_SHA256 = /^[0-9a-f]{64}$/;
const MILLISECONDS = /^\d{1,15}$/;

export interface Delivery {
  /** The raw body, before any JSON parser: the signature covers its bytes. */
  body: string | Uint8Array;
  /** The request's headers, as `fetch` or Node have them. */
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The subscription's secret. While it is rotated, the old and the new one. */
  secret: string | readonly string[];
  /** The most that the delivery's time may differ from now, in milliseconds; five minutes by default. */
  toleranceMs?: number;
  /** The time now, in milliseconds since 1970; the clock's by default. */
  nowMs?: number;
}

export interface VerifiedDelivery {
  event: WebhookEvent;
  /** The same on each attempt and redelivery: drop repeats by it. '' if the sender sent none. */
  deliveryId: string;
  /** The header says so and is not signed. The execution of a test does not exist. */
  isTest: boolean;
}

/**
 * Checks that a delivery was signed with the secret, and not long ago, and parses it.
 * @throws SignatureError: answer with 401
 */
export async function verifyWebhook(delivery: Delivery): Promise<VerifiedDelivery> {
  const { headers, toleranceMs = TOLERANCE_MS, nowMs = Date.now() } = delivery;
  const secrets = [delivery.secret].flat();
  if (secrets.length === 0 || secrets.includes(''))
    throw new SignatureError('Give the secret of the subscription: with an empty one, anybody could sign.');
  const body = bytesOf(delivery.body);
  const { timestamp, signatures } = readHeader(headerOf(headers, 'service-signature'));
  const signed = joined(bytesOf(`${timestamp}.`), body);
  if (!(await isSignedBy(secrets, signed, signatures)))
    throw new SignatureError('The signature is not that of the secret and the body.');
  // Looked at last: whoever doesn't have the secret learns nothing from the answer.
  if (!(Math.abs(nowMs - Number(timestamp)) <= toleranceMs))
    throw new SignatureError('The delivery is too old, or its time is too far ahead.');
  return {
    event: parseJson(new TextDecoder().decode(body)) as WebhookEvent,
    deliveryId: headerOf(headers, 'idempotency-key'),
    isTest: headerOf(headers, 'service-test') === 'true',
  };
}

function readHeader(header: string): { timestamp: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header
    .slice(0, MOST_HEADER_CHARACTERS)
    .split(',')
    .map((part) => part.trim().split('='));
  const valuesOf = (wanted: string): string[] =>
    parts.flatMap(([name, value]) => (name === wanted && value !== undefined ? [value] : []));
  const [timestamp = ''] = valuesOf('t');
  const signatures = valuesOf('v1').filter((value) => HEX_OF_SHA256.test(value));
  if (!MILLISECONDS.test(timestamp) || signatures.length === 0)
    throw new SignatureError('The delivery is not signed: `service-signature` is missing or not valid.');
  return { timestamp, signatures: signatures.map(bytesOfHex) };
}

/** Tries every pair, so that the time doesn't say which one fits; each is compared in constant time. */
async function isSignedBy(
  secrets: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  let isGenuine = false;
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['verify']);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) isGenuine = true;
  }
  return isGenuine;
}

/** Names in plain objects are in lower case in Node, and in any case elsewhere. */
function headerOf(headers: Delivery['headers'], name: string): string {
  if (isHeaders(headers)) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([written]) => written.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : (found?.[0] ?? '');
}

/** Not by its class: a library may have one of its own. */
const isHeaders = (headers: Delivery['headers']): headers is Headers =>
  typeof (headers as Partial<Headers>).get === 'function';

function bytesOf(value: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);
}

const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) => Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16));

function joined(start: Uint8Array, end: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(start.length + end.length);
  all.set(start);
  all.set(end, start.length);
  return all;
}

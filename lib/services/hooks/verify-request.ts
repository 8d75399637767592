import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';

/** All that is known of a request before its body has arrived. */
export interface RequestHead {
  header(name: string): string | undefined;
  nowMs: number;
}

/** What a sender's proof is about. */
export interface SignedRequest extends RequestHead {
  /** As it came. */
  body: Uint8Array;
}

const MS_PER_SECOND = 1_000;
/** Of one header: senders sign with two or three secrets at most while they rotate them. */
const MAX_SIGNATURES = 10;

/** Whether the proof can only be judged once the body has arrived. */
export const needsBody = ({ kind }: RequestCheck): boolean => !['none', 'header', 'basic'].includes(kind);

/**
 * Why the request can't be one of who has the secret, whatever its body, in words for the author; null: its
 * body has to tell, if the check needs it. Secrets are compared in constant time; an empty secret lets nobody
 * in.
 * @param secret of the check, with its variables filled in
 */
export function whyNotByHead(check: RequestCheck, secret: string, head: RequestHead): string | null {
  if (check.kind === 'none') return null;
  if (secret === '') return 'The secret of the check is empty.';
  const { header } = head;
  const given = proofOf(check, header);
  const { name } = given;
  switch (check.kind) {
    case 'header':
      return given.value === undefined ? missing(name) : whyNotSecret(name, given.value, secret);
    case 'basic': {
      const expected = Buffer.from(`${check.username}:${secret}`).toString('base64');
      return given.value === undefined ? missing(name) : whyNotSecret(name, given.value, expected);
    }
    case 'slack': {
      const sentAt = header(SLACK_TIME.toLowerCase());
      if (sentAt === undefined) return missing(SLACK_TIME);
      if (!/^\d{1,15}$/.test(sentAt)) return `${SLACK_TIME} is not a time in seconds.`;
      const late = whyNotRecent(Number(sentAt) * MS_PER_SECOND, check, head.nowMs);
      return late ?? (given.value === undefined ? missing(name) : null);
    }
    case 'stripe':
    case 'millrace': {
      if (given.value === undefined) return missing(name);
      const { sentAt } = partsOf(given.value);
      if (sentAt === null) return `The header ${name} has no time (t=…).`;
      return whyNotRecent(Number(sentAt) * UNIT_MS[check.kind], check, head.nowMs);
    }
    default:
      return given.value === undefined ? missing(name) : null;
  }
}

/**
 * Why the request doesn't prove that it comes from who has the secret, in words for the author; null: it
 * does. Signatures are compared in constant time.
 * @param secret of the check, with its variables filled in
 */
export function whyNotGenuine(check: RequestCheck, secret: string, request: SignedRequest): string | null {
  const reason = whyNotByHead(check, secret, request);
  if (reason !== null || check.kind === 'none' || !needsBody(check)) return reason;
  const { header, body } = request;
  const hmac = (before: string, algorithm = 'sha256') =>
    createHmac(algorithm, secret).update(before).update(body);
  const { name, value: given = '' } = proofOf(check, header);
  switch (check.kind) {
    case 'github':
      return whyNotSignature(name, given, `sha256=${hmac('').digest('hex')}`);
    case 'slack': {
      const sentAt = header(SLACK_TIME.toLowerCase());
      return whyNotSignature(name, given, `v0=${hmac(`v0:${sentAt}:`).digest('hex')}`);
    }
    case 'stripe':
    case 'millrace': {
      const { sentAt, signatures } = partsOf(given);
      const expected = hmac(`${sentAt}.`).digest('hex');
      if (signatures.some((signature) => same(signature, expected))) return null;
      return `No signature in ${name} matches. Check the secret and that the body arrives unchanged.`;
    }
    case 'hmac': {
      const expected = prefixed(check, hmac('', check.algorithm).digest(check.encoding));
      const trimmed = given.trim();
      return whyNotSignature(name, check.encoding === 'hex' ? trimmed.toLowerCase() : trimmed, expected);
    }
    default:
      return null;
  }
}

const SLACK_TIME = 'X-Slack-Request-Timestamp';
const UNIT_MS = { stripe: MS_PER_SECOND, millrace: 1 };

/** The header that holds the secret or the signature. */
function proofOf(
  check: Exclude<RequestCheck, { kind: 'none' }>,
  header: RequestHead['header'],
): { name: string; value: string | undefined } {
  const of = (name: string) => ({ name, value: header(name.toLowerCase()) });
  switch (check.kind) {
    case 'header':
    case 'hmac':
      return of(check.header.trim());
    case 'basic':
      return { name: 'Authorization', value: header('authorization')?.replace(/^basic +/i, '') };
    case 'github':
      return of('X-Hub-Signature-256');
    case 'slack':
      return of('X-Slack-Signature');
    case 'stripe':
      return of('Stripe-Signature');
    case 'millrace':
      return of('Service-Signature');
  }
}

const missing = (name: string): string => `The header ${name} is missing.`;

const whyNotSecret = (name: string, given: string, expected: string): string | null =>
  same(given, expected) ? null : `The header ${name} does not hold the expected secret.`;

const whyNotSignature = (name: string, given: string, expected: string): string | null =>
  same(given, expected)
    ? null
    : `The signature in ${name} does not match. Check the secret and that the body arrives unchanged.`;

type Timed = Extract<RequestCheck, { toleranceSeconds: number }>;

function whyNotRecent(sentAtMs: number, { toleranceSeconds }: Timed, nowMs: number): string | null {
  const offSeconds = Math.round(Math.abs(nowMs - sentAtMs) / MS_PER_SECOND);
  if (Math.abs(nowMs - sentAtMs) <= toleranceSeconds * MS_PER_SECOND) return null;
  const where = sentAtMs < nowMs ? 'ago' : 'in the future';
  return `The signed time is ${offSeconds} s ${where}; the tolerance is ${toleranceSeconds} s.`;
}

const prefixed = ({ prefix, encoding }: { prefix: string; encoding: string }, digest: string): string =>
  (encoding === 'hex' ? prefix.toLowerCase() : prefix) + digest;

/** `t=<time>,v1=<hex>`, as Stripe signs and we do, with a `v1` for each secret of the sender. */
function partsOf(header: string): { sentAt: string | null; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim());
  const sentAt = parts.find((part) => /^t=\d{1,15}$/.test(part))?.slice(2) ?? null;
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  return { sentAt, signatures: signatures.slice(0, MAX_SIGNATURES) };
}

/** Digests have one length, so that not even the length of the secret is told by the time it takes. */
function same(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

import { createHash, createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import type { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';

/** What a sender's proof is about. */
export interface SignedRequest {
  header(name: string): string | undefined;
  /** As it came. */
  body: Uint8Array;
  nowMs: number;
}

const MS_PER_SECOND = 1_000;
/** Of one header: senders sign with two or three secrets at most while they rotate them. */
const MAX_SIGNATURES = 10;

/** Whether the proof can be judged before the body has arrived. */
export const needsBody = ({ kind }: RequestCheck): boolean => !['none', 'header', 'basic'].includes(kind);

/**
 * Why the request doesn't prove that it comes from who has the secret, in words for the author; null: it
 * does. Secrets and signatures are compared in constant time; an empty secret lets nobody in.
 * @param secret of the check, with its variables filled in
 */
export function whyNotGenuine(check: RequestCheck, secret: string, request: SignedRequest): string | null {
  if (check.kind === 'none') return null;
  if (secret === '') return 'The secret of the check is empty.';
  const { header, body } = request;
  const hmac = (before: string, algorithm = 'sha256') =>
    createHmac(algorithm, secret).update(before).update(body);
  const compared = (name: string, given: string | undefined, expected: string): string | null => {
    if (given === undefined) return `The header ${name} is missing.`;
    if (same(given, expected)) return null;
    if (!isSignature(check)) return `The header ${name} does not hold the expected secret.`;
    return `The signature in ${name} does not match. Check the secret and that the body arrives unchanged.`;
  };
  switch (check.kind) {
    case 'header': {
      const name = check.header.trim();
      return compared(name, header(name.toLowerCase()), secret);
    }
    case 'basic': {
      const expected = Buffer.from(`${check.username}:${secret}`).toString('base64');
      return compared('Authorization', header('authorization')?.replace(/^basic +/i, ''), expected);
    }
    case 'github': {
      const name = 'X-Hub-Signature-256';
      return compared(name, header(name.toLowerCase()), `sha256=${hmac('').digest('hex')}`);
    }
    case 'slack': {
      const sentAt = header('x-slack-request-timestamp');
      if (sentAt === undefined) return 'The header X-Slack-Request-Timestamp is missing.';
      if (!/^\d{1,15}$/.test(sentAt)) return 'X-Slack-Request-Timestamp is not a time in seconds.';
      const expected = `v0=${hmac(`v0:${sentAt}:`).digest('hex')}`;
      return (
        whyNotRecent(Number(sentAt) * MS_PER_SECOND, check, request.nowMs) ??
        compared('X-Slack-Signature', header('x-slack-signature'), expected)
      );
    }
    case 'stripe':
      return whyNotTimed('Stripe-Signature', MS_PER_SECOND, check, request, hmac);
    case 'millrace':
      return whyNotTimed('Service-Signature', 1, check, request, hmac);
    case 'hmac': {
      const name = check.header.trim();
      const expected = prefixed(check, hmac('', check.algorithm).digest(check.encoding));
      const given = header(name.toLowerCase())?.trim();
      return compared(name, check.encoding === 'hex' ? given?.toLowerCase() : given, expected);
    }
  }
}

type Timed = Extract<RequestCheck, { toleranceSeconds: number }>;

const isSignature = ({ kind }: RequestCheck): boolean => kind !== 'header' && kind !== 'basic';

function whyNotRecent(sentAtMs: number, { toleranceSeconds }: Timed, nowMs: number): string | null {
  const offSeconds = Math.round(Math.abs(nowMs - sentAtMs) / MS_PER_SECOND);
  if (Math.abs(nowMs - sentAtMs) <= toleranceSeconds * MS_PER_SECOND) return null;
  const where = sentAtMs < nowMs ? 'ago' : 'in the future';
  return `The signed time is ${offSeconds} s ${where}; the tolerance is ${toleranceSeconds} s.`;
}

/** `t=<time>,v1=<hex>`, as Stripe signs and we do. */
function whyNotTimed(
  name: string,
  unitMs: number,
  check: Timed,
  { header, nowMs }: SignedRequest,
  hmac: (before: string) => Hmac,
): string | null {
  const given = header(name.toLowerCase());
  if (given === undefined) return `The header ${name} is missing.`;
  const { sentAt, signatures } = partsOf(given);
  if (sentAt === null) return `The header ${name} has no time (t=…).`;
  const late = whyNotRecent(Number(sentAt) * unitMs, check, nowMs);
  if (late !== null) return late;
  const expected = hmac(`${sentAt}.`).digest('hex');
  if (signatures.some((signature) => same(signature, expected))) return null;
  return `No signature in ${name} matches. Check the secret and that the body arrives unchanged.`;
}

const prefixed = ({ prefix, encoding }: { prefix: string; encoding: string }, digest: string): string =>
  (encoding === 'hex' ? prefix.toLowerCase() : prefix) + digest;

/** `t=<time>,v1=<hex>`, with a `v1` for each secret of the sender. */
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

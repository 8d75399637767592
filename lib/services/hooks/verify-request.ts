import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
 * Whether the request comes from who has the secret. Secrets and signatures are compared in constant time; an
 * empty secret lets nobody in.
 * @param secret of the check, with its variables filled in
 */
export function isGenuine(check: RequestCheck, secret: string, request: SignedRequest): boolean {
  if (check.kind === 'none') return true;
  if (secret === '') return false;
  const { header, body } = request;
  const hmac = (before: string, algorithm = 'sha256') =>
    createHmac(algorithm, secret).update(before).update(body);
  const isRecent = (sentAtMs: number, { toleranceSeconds }: { toleranceSeconds: number }): boolean =>
    Math.abs(request.nowMs - sentAtMs) <= toleranceSeconds * MS_PER_SECOND;
  switch (check.kind) {
    case 'header':
      return same(header(check.header.trim().toLowerCase()), secret);
    case 'basic':
      return same(
        header('authorization')?.replace(/^basic +/i, ''),
        Buffer.from(`${check.username}:${secret}`).toString('base64'),
      );
    case 'github':
      return same(header('x-hub-signature-256'), `sha256=${hmac('').digest('hex')}`);
    case 'slack': {
      const sentAt = header('x-slack-request-timestamp') ?? '';
      if (!/^\d{1,15}$/.test(sentAt) || !isRecent(Number(sentAt) * MS_PER_SECOND, check)) return false;
      return same(header('x-slack-signature'), `v0=${hmac(`v0:${sentAt}:`).digest('hex')}`);
    }
    case 'stripe':
    case 'millrace': {
      const isStripe = check.kind === 'stripe';
      const { sentAt, signatures } = partsOf(header(isStripe ? 'stripe-signature' : 'service-signature'));
      if (sentAt === null) return false;
      if (!isRecent(Number(sentAt) * (isStripe ? MS_PER_SECOND : 1), check)) return false;
      const expected = hmac(`${sentAt}.`).digest('hex');
      return signatures.some((signature) => same(signature, expected));
    }
    case 'hmac': {
      const expected = hmac('', check.algorithm).digest(check.encoding);
      const given = header(check.header.trim().toLowerCase())?.trim();
      return same(check.encoding === 'hex' ? given?.toLowerCase() : given, prefixed(check, expected));
    }
  }
}

const prefixed = ({ prefix, encoding }: { prefix: string; encoding: string }, digest: string): string =>
  (encoding === 'hex' ? prefix.toLowerCase() : prefix) + digest;

/** `t=<time>,v1=<hex>`, with a `v1` for each secret of the sender. */
function partsOf(header = ''): { sentAt: string | null; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim());
  const sentAt = parts.find((part) => /^t=\d{1,15}$/.test(part))?.slice(2) ?? null;
  const signatures = parts.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  return { sentAt, signatures: signatures.slice(0, MAX_SIGNATURES) };
}

/** Digests have one length, so that not even the length of the secret is told by the time it takes. */
function same(given: string | undefined, expected: string): boolean {
  if (given === undefined) return false;
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

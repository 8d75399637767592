import { type RequestCheck, schemeOf, secretHeaderOf } from '../../core/blocks/webhook-trigger/request-check';
import { hasPlaceholder, type SigningScheme } from '../../core/blocks/webhook-trigger/signing-scheme';
import { whyNotMailgun } from './mailgun-signature';
import { same, signatureMatcher } from './match-signature';
import { signedContent } from './signed-content';
import { signedFields } from './signed-fields';
import type { RequestHead, SignedRequest } from './signed-request';
import { sentAtOf, timeInBody, whyNotRecent } from './signed-time';

/** The most signatures tried for one request; senders rotating their secrets sign with two or three. */
const MAX_SIGNATURES = 10;

/** True if the proof can only be judged once the body has arrived. */
export const needsBody = (check: RequestCheck): boolean => schemeOf(check) !== null;

/**
 * Returns why the request can't come from a holder of the secret, whatever its body, in words for the
 * author; null if the body decides, or the check needs none. Secrets are compared in constant time; an
 * empty secret lets nobody in.
 * @param secret the check's secret or public key, with its variables filled in
 */
export function whyNotByHead(check: RequestCheck, secret: string, head: RequestHead): string | null {
  if (check.kind === 'none') return null;
  if (secret === '') return 'The secret of the check is empty.';
  const scheme = schemeOf(check);
  if (scheme === null) return whyNotSecret(check, secret, head);
  if (scheme.time !== null && !('body' in scheme.time)) {
    const time = sentAtOf(scheme.time, head, firstHeader(scheme, head));
    if ('reason' in time) return time.reason;
    const late = whyNotRecent(time.sentAt, toleranceOf(check), head.nowMs);
    if (late !== null) return late;
  }
  const { name, value } = firstHeader(scheme, head);
  return value === undefined && scheme.headers.length > 0 ? missing(name) : null;
}

/**
 * Returns why the request doesn't prove that it comes from a holder of the secret, in words for the
 * author; null if it does. Signatures are compared in constant time.
 * @param secret the check's secret or public key, with its variables filled in
 */
export function whyNotGenuine(check: RequestCheck, secret: string, request: SignedRequest): string | null {
  const scheme = schemeOf(check);
  const reason = whyNotByHead(check, secret, request);
  if (reason !== null || scheme === null) return reason;
  if (check.kind === 'mailgun') return whyNotMailgun(secret, check.toleranceSeconds, request);
  const matches = signatureMatcher(scheme, secret);
  if (typeof matches === 'string') return matches;
  const { name, value = '' } = firstHeader(scheme, request);
  const signatures = signaturesIn(scheme, request);
  const time = scheme.time !== null && !('body' in scheme.time) ? scheme.time : null;
  const sent = time === null ? null : sentAtOf(time, request, { name, value });
  const sentAt = sent !== null && 'sentAt' in sent ? sent.sentAt : null;
  // Read once for all URLs.
  let fields: ReturnType<typeof signedFields> | undefined;
  const readFields = () => (fields ??= signedFields(request.body));
  for (const url of urlsOf(scheme, request)) {
    const content = signedContent(scheme, request, { url, sentAt, readFields });
    if ('reason' in content) return content.reason;
    if (matches(signatures, content.parts)) return whyNotByBody(check, scheme, request);
  }
  const advice = hasUrl(scheme)
    ? `Check the secret, and that the sender has the URL ${request.urls[0]}.`
    : 'Check the secret and that the body arrives unchanged.';
  return scheme.separator === ''
    ? `The signature in ${name} does not match. ${advice}`
    : `No signature in ${name} matches. ${advice}`;
}

/** Checks the time for senders that sign it in the body. */
function whyNotByBody(check: RequestCheck, { time }: SigningScheme, request: SignedRequest): string | null {
  if (time === null || !('body' in time)) return null;
  const sentAt = timeInBody(parsed(request.body), time.body);
  return sentAt === null ? null : whyNotRecent(sentAt, toleranceOf(check), request.nowMs);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null; // No JSON, so there is no time in it.
  }
}

function whyNotSecret(check: RequestCheck, secret: string, { header, urls }: RequestHead): string | null {
  if (check.kind === 'query') {
    const parameter = check.parameter.trim();
    const given = new URL(urls[0]!).searchParams.get(parameter);
    if (given === null) return `The query parameter ${parameter} is missing.`;
    return same(given, secret) ? null : `The query parameter ${parameter} does not hold the expected secret.`;
  }
  const name = secretHeaderOf(check) ?? '';
  const value = header(name.toLowerCase());
  if (value === undefined) return missing(name);
  const isGiven =
    check.kind === 'basic'
      ? same(value.replace(/^basic +/i, ''), Buffer.from(`${check.username}:${secret}`).toString('base64'))
      : same(value, secret);
  return isGiven ? null : `The header ${name} does not hold the expected secret.`;
}

const missing = (name: string): string => `The header ${name} is missing.`;

const toleranceOf = (check: RequestCheck): number =>
  'toleranceSeconds' in check ? check.toleranceSeconds : 0;

/** The first of the headers that is there; the first by name when none is. */
function firstHeader({ headers }: SigningScheme, { header }: RequestHead) {
  const name = headers.find((each) => header(each.toLowerCase()) !== undefined) ?? headers[0] ?? '';
  return { name, value: header(name.toLowerCase()) };
}

/** Each header as a whole, and what stands between its separators. */
function signaturesIn({ headers, separator, prefix }: SigningScheme, { header }: RequestHead): string[] {
  const given = headers.flatMap((name) => header(name.toLowerCase())?.trim() ?? []);
  if (separator === '') return given;
  const parts = given.flatMap((value) => value.split(separator)).map((part) => part.trim());
  return parts.filter((part) => part.startsWith(prefix)).slice(0, MAX_SIGNATURES);
}

const hasUrl = ({ template }: SigningScheme): boolean =>
  ['url', 'decodedUrl'].some((name) => hasPlaceholder(template, name));

/** Returns every URL for a scheme that signs the URL, the first one for others. */
const urlsOf = (scheme: SigningScheme, { urls }: RequestHead): readonly string[] =>
  hasUrl(scheme) ? urls : urls.slice(0, 1);

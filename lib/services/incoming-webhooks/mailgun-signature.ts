import { createHmac } from 'node:crypto';
import { isJsonObject } from '../../platform/text/exact-number';
import { same } from './match-signature';
import type { SignedRequest } from './signed-request';
import { timeMsOf, whyNotRecent } from './signed-time';

const NOTHING = 'The body has no signature with timestamp and token.';

/**
 * Returns why a request isn't genuine, or null. Mailgun's signature in the body covers a time and a token,
 * not the event beside them, so it only proves that the sender had a request of Mailgun's within the
 * tolerance.
 */
export function whyNotMailgun(secret: string, toleranceSeconds: number, request: SignedRequest) {
  const given = signatureIn(request);
  if (given === null) return NOTHING;
  const { timestamp, token, signature } = given;
  const expected = createHmac('sha256', secret).update(timestamp).update(token).digest('hex');
  if (!same(signature.toLowerCase(), expected))
    return 'The signature in the body does not match. Check the secret: it is the HTTP webhook signing key.';
  return timeMsOf(timestamp) === null ? NOTHING : whyNotRecent(timestamp, toleranceSeconds, request.nowMs);
}

/** Reads `{signature: {timestamp, token, signature}}` of an event, or the form fields of forwarded mail. */
function signatureIn({ body, header }: SignedRequest) {
  const text = Buffer.from(body).toString('utf8');
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase();
  const given =
    type === 'application/x-www-form-urlencoded'
      ? Object.fromEntries(new URLSearchParams(text))
      : signatureMember(text);
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
    isJsonObject(given) ? given[name] : undefined,
  );
  if (typeof token !== 'string' || typeof signature !== 'string') return null;
  if (typeof timestamp !== 'string' && typeof timestamp !== 'number') return null;
  return { timestamp: String(timestamp), token, signature };
}

function signatureMember(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value.signature : null;
  } catch {
    return null; // No JSON, so there is no signature in it.
  }
}

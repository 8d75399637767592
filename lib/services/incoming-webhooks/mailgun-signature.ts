import { createHmac } from 'node:crypto';
import { MAX_FORM_PAIRS } from '../../platform/http/forms/form-limits';
import { formKindOf } from '../../platform/http/forms/read-form';
import { countPairs, decodeFormText, rawPairs } from '../../platform/http/forms/urlencoded';
import { isJsonObject } from '../../platform/text/exact-number';
import { countJsonValues } from '../../platform/text/json-size';
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

interface GivenSignature {
  timestamp: string;
  token: string;
  signature: string;
}

/** Reads `{signature: {timestamp, token, signature}}` of an event, or the form fields of forwarded mail. */
function signatureIn({ body, header }: SignedRequest): GivenSignature | null {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const isForm = formKindOf(header('content-type')) === 'urlencoded';
  const { timestamp, token, signature } = isForm ? signatureFields(bytes) : signatureMember(bytes);
  if (typeof token !== 'string' || typeof signature !== 'string') return null;
  if (typeof timestamp !== 'string' && typeof timestamp !== 'number') return null;
  return { timestamp: String(timestamp), token, signature };
}

const FIELDS: ReadonlySet<string> = new Set(['timestamp', 'token', 'signature']);
/** Longer ones are the mail's own fields, which are not decoded here. */
const MAX_FIELD_BYTES = 1_000;

/** Reads three fields and decodes no others: the mail beside them may have megabytes. */
function signatureFields(body: Buffer): Record<string, unknown> {
  const given: Record<string, string> = {};
  if (countPairs(body, MAX_FORM_PAIRS) > MAX_FORM_PAIRS) return given;
  for (const [rawName, value] of rawPairs(body)) {
    if (rawName.length > MAX_FIELD_BYTES || value.length > MAX_FIELD_BYTES) continue;
    const name = decodeFormText(rawName);
    if (FIELDS.has(name)) given[name] = decodeFormText(value);
  }
  return given;
}

/** An event has some hundreds. */
const MAX_EVENT_VALUES = 20_000;

function signatureMember(body: Buffer): Record<string, unknown> {
  if (countJsonValues(body, MAX_EVENT_VALUES) >= MAX_EVENT_VALUES) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isJsonObject(value) && isJsonObject(value.signature) ? value.signature : {};
  } catch {
    return {}; // No JSON, so there is no signature in it.
  }
}

import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Returns the key of a secret as Standard Webhooks reads it: after `whsec_` stands base64, in either
 * alphabet. Any other secret is the key itself, as UTF-8.
 */
export function standardKeyOf(secret: string): Buffer {
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : '';
  const isBase64 = BASE64.test(encoded) && encoded.replaceAll('=', '').length % 4 !== 1;
  return isBase64 ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}

export interface StandardDelivery {
  deliveryId: string;
  body: string;
  /** Newest first; none for an unsigned subscription. */
  secrets: readonly string[];
}

/**
 * Returns the three headers of Standard Webhooks: id, seconds since 1970, and `v1,<base64>` for each secret,
 * separated by a space. Each signs `<id>.<seconds>.<body>`. Without a secret there is no signature.
 */
export function standardHeaders(
  { deliveryId, body, secrets }: StandardDelivery,
  timestampMs: number,
): Array<[string, string]> {
  const seconds = Math.floor(timestampMs / 1000);
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', standardKeyOf(secret)).update(`${deliveryId}.${seconds}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  const headers: Array<[string, string]> = [
    ['webhook-id', deliveryId],
    ['webhook-timestamp', String(seconds)],
  ];
  if (signatures.length > 0) headers.push(['webhook-signature', signatures.join(' ')]);
  return headers;
}

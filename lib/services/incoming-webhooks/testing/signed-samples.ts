import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { Sample } from './published-samples';

/** A time that all of them are signed at. */
export const MADE_AT_MS = Date.UTC(2026, 10, 26, 4);
const SECONDS = String(MADE_AT_MS / 1_000);
const ISO = new Date(MADE_AT_MS).toISOString();
const NANOSECONDS = ISO.replace('.000Z', '.018908427Z');
const SECRET = 'a secret of 2026';
const BODY = '{"event":"made","text":"ä 💸"}';
const URL_OF_HOOK = 'https://mill.example/hooks/t?a=1';

const hmac = (text: string, encoding: 'hex' | 'base64' = 'hex', algorithm = 'sha256') =>
  createHmac(algorithm, SECRET).update(text).digest(encoding);

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rawPublicKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

const mailgun = { timestamp: SECONDS, token: 'e0b5477167110d68991efc6b9f89f0a11066af27834600e123' };
const contentful = {
  'content-type': 'application/vnd.contentful.management.v1+json',
  'x-contentful-signed-headers': 'content-type,x-contentful-signed-headers,x-contentful-timestamp',
  'x-contentful-timestamp': String(MADE_AT_MS),
};

type Made = Pick<Sample, 'kind' | 'headers'> & Partial<Sample>;

/**
 * Requests of senders that publish how they sign, but no request with its signature: made by the documented
 * scheme, written out here once more and apart from the presets.
 */
const MADE_OF: readonly Made[] = [
  { kind: 'asana', headers: { 'x-hook-signature': hmac(BODY) } },
  {
    kind: 'calendly',
    headers: { 'calendly-webhook-signature': `t=${SECONDS},v1=${hmac(`${SECONDS}.${BODY}`)}` },
  },
  {
    kind: 'contentful',
    headers: {
      ...contentful,
      'x-contentful-signature': hmac(
        [
          'POST',
          '/hooks/t?a=1',
          Object.entries(contentful)
            .map(([name, value]) => `${name}:${value}`)
            .join(';'),
          BODY,
        ].join('\n'),
      ),
    },
  },
  {
    kind: 'discord',
    secret: rawPublicKey,
    headers: {
      'x-signature-timestamp': SECONDS,
      'x-signature-ed25519': sign(null, Buffer.from(SECONDS + BODY), privateKey).toString('hex'),
    },
  },
  { kind: 'dropbox', headers: { 'x-dropbox-signature': hmac(BODY) } },
  { kind: 'gitlab', headers: { 'x-gitlab-token': SECRET } },
  { kind: 'intercom', headers: { 'x-hub-signature': `sha1=${hmac(BODY, 'hex', 'sha1')}` } },
  { kind: 'linear', headers: { 'linear-signature': hmac(BODY) } },
  {
    kind: 'mailgun',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      signature: { ...mailgun, signature: hmac(mailgun.timestamp + mailgun.token) },
      'event-data': { event: 'opened' },
    }),
  },
  { kind: 'meta', headers: { 'x-hub-signature-256': `sha256=${hmac(BODY)}` } },
  {
    kind: 'millrace',
    headers: { 'service-signature': `t=${MADE_AT_MS},v1=${hmac(`${MADE_AT_MS}.${BODY}`)}` },
  },
  { kind: 'paystack', headers: { 'x-paystack-signature': hmac(BODY, 'hex', 'sha512') } },
  { kind: 'shopify', headers: { 'x-shopify-hmac-sha256': hmac(BODY, 'base64') } },
  { kind: 'stripe', headers: { 'stripe-signature': `t=${SECONDS},v1=${hmac(`${SECONDS}.${BODY}`)}` } },
  { kind: 'trello', headers: { 'x-trello-webhook': hmac(BODY + URL_OF_HOOK, 'base64', 'sha1') } },
  {
    kind: 'twitch',
    headers: {
      'twitch-eventsub-message-id': 'e76c6bd4',
      'twitch-eventsub-message-timestamp': NANOSECONDS,
      'twitch-eventsub-message-signature': `sha256=${hmac(`e76c6bd4${NANOSECONDS}${BODY}`)}`,
    },
  },
  { kind: 'typeform', headers: { 'typeform-signature': `sha256=${hmac(BODY, 'base64')}` } },
  { kind: 'woocommerce', headers: { 'x-wc-webhook-signature': hmac(BODY, 'base64') } },
  {
    kind: 'zendesk',
    headers: {
      'x-zendesk-webhook-signature-timestamp': ISO,
      'x-zendesk-webhook-signature': hmac(ISO + BODY, 'base64'),
    },
  },
  {
    kind: 'zoom',
    headers: {
      'x-zm-request-timestamp': SECONDS,
      'x-zm-signature': `v0=${hmac(`v0:${SECONDS}:${BODY}`)}`,
    },
  },
];

export const MADE: readonly Sample[] = MADE_OF.map((made) => ({
  from: 'made by the documented scheme',
  secret: SECRET,
  body: BODY,
  url: URL_OF_HOOK,
  atMs: MADE_AT_MS,
  ...made,
}));

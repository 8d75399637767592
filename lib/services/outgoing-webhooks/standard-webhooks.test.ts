import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateSecret } from './sealed-secret';
import { deliveryHeaders } from './signature';
import { standardHeaders, standardKeyOf } from './standard-webhooks';

const NOW_MS = 1_790_000_000_999;
const NOW_S = 1_790_000_000;
const FIVE_MINUTES_S = 300;

/** Checks as the specification says, from the text of the headers alone. */
function isGenuine(headers: Array<[string, string]>, body: string, key: Buffer, nowS: number): boolean {
  const sent = Object.fromEntries(headers);
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' } = sent;
  if (Math.abs(nowS - Number(at)) > FIVE_MINUTES_S) return false;
  const expected = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest();
  return given.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const bytes = Buffer.from(signature, 'base64');
    return version === 'v1' && bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

test('the example that the makers of the standard publish has their signature', () => {
  const delivery = {
    deliveryId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  };
  expect(standardHeaders(delivery, 1_614_265_330_000)).toEqual([
    ['webhook-id', 'msg_p5jXN8AQM9LWM0D4loKWxJek'],
    ['webhook-timestamp', '1614265330'],
    ['webhook-signature', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  ]);
});

interface Vector {
  name: string;
  secret: string;
  id: string;
  timestamp: string;
  body: string;
  signature: string;
}

test('the vectors of the page are ours', () => {
  const page = readFileSync('docs/webhooks.md', 'utf8');
  const printed = /## Standard Webhooks[\s\S]*?```json\n([\s\S]*?)```/.exec(page)![1]!;
  const vectors: Vector[] = JSON.parse(printed);
  expect(vectors.length).toBeGreaterThanOrEqual(3);
  for (const { secret, id, timestamp, body, signature } of vectors) {
    const headers = standardHeaders({ deliveryId: id, body, secrets: [secret] }, Number(timestamp) * 1000);
    expect(Object.fromEntries(headers)['webhook-signature']).toBe(signature);
  }
});

test('a key is the base64 after whsec_, in either alphabet; any other secret is the key itself', () => {
  const bytes = Buffer.from('fb'.repeat(32), 'hex');
  expect(standardKeyOf(`whsec_${bytes.toString('base64')}`)).toEqual(bytes);
  expect(standardKeyOf(`whsec_${bytes.toString('base64url')}`)).toEqual(bytes);
  const bare = bytes.toString('base64');
  for (const secret of ['plain', 'whsec_', 'whsec_not base64!', 'whsec_abcde', 'Grüße', bare])
    expect(standardKeyOf(secret)).toEqual(Buffer.from(secret));
});

test('a secret that is generated here is what a library of the standard decodes', () => {
  const secret = generateSecret();
  const encoded = secret.slice('whsec_'.length);
  const bytes = Buffer.from(encoded, 'base64');
  expect([bytes.length, bytes.toString('base64')]).toEqual([32, encoded]);
  expect(standardKeyOf(secret)).toEqual(bytes);
});

test('every body is signed so that the specification’s check accepts it, and nothing else', () => {
  const secrets = fc.oneof(
    fc
      .uint8Array({ minLength: 24, maxLength: 64 })
      .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`),
    fc.string({ minLength: 1 }),
  );
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), secrets, fc.uuid(), (body, secret, deliveryId) => {
      const headers = standardHeaders({ deliveryId, body, secrets: [secret] }, NOW_MS);
      const key = standardKeyOf(secret);
      expect(isGenuine(headers, body, key, NOW_S)).toBe(true);
      expect(isGenuine(headers, `${body} `, key, NOW_S)).toBe(false);
      expect(isGenuine(headers, body, key, NOW_S + FIVE_MINUTES_S + 1)).toBe(false);
      expect(isGenuine(headers, body, Buffer.concat([key, Buffer.from('x')]), NOW_S)).toBe(false);
    }),
  );
});

test('while a rotation overlaps, both secrets sign, with a space between; without one, none does', () => {
  const delivery = { deliveryId: 'd', body: '{}', secrets: ['new', 'old'] };
  const headers = standardHeaders(delivery, NOW_MS);
  expect(Object.fromEntries(headers)['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const secret of delivery.secrets)
    expect(isGenuine(headers, '{}', Buffer.from(secret), NOW_S)).toBe(true);
  expect(standardHeaders({ ...delivery, secrets: [] }, NOW_MS).map(([name]) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
  ]);
});

test('an option adds headers behind the documented ones, and changes none of these', () => {
  const delivery = { deliveryId: 'd', body: '{}', secrets: ['s'], isTest: true };
  const documented = deliveryHeaders(delivery, NOW_MS);
  const off = { standardWebhooks: false, cloudEvents: false, own: [] };
  expect(deliveryHeaders({ ...delivery, adds: off }, NOW_MS)).toEqual(documented);
  const added = deliveryHeaders({ ...delivery, adds: { ...off, standardWebhooks: true } }, NOW_MS);
  expect(added).toEqual([...documented, ...standardHeaders(delivery, NOW_MS)]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deliveryHeaders, signatureHeader } from '@/lib/services/outgoing-webhooks/signature';
import { type Delivery, SignatureError, verifyWebhook } from './millrace.js';

const SECRET = 'whsec_Jm2kXn0uQ7dR4tYwZ8sB1cV5fH9gL3pA';
const BODY = '{"id":"e","data":{"status":"success","text":"Grüße 🌍"}}';
const NOW = 1_790_000_000_123;

interface DeliveredBody extends Delivery {
  headers: Record<string, string>;
}

/** A delivery as the server sends it. */
function delivered({ secrets = [SECRET], isTest = false } = {}): DeliveredBody {
  const headers = deliveryHeaders({ deliveryId: 'd-1', body: BODY, secrets, isTest }, NOW);
  return { body: BODY, headers: Object.fromEntries(headers), secret: SECRET, nowMs: NOW };
}

test('a delivery of ours is genuine, and parsed', async () => {
  expect(await verifyWebhook(delivered())).toEqual({
    event: JSON.parse(BODY),
    deliveryId: 'd-1',
    isTest: false,
  });
  expect(await verifyWebhook(delivered({ isTest: true }))).toMatchObject({ isTest: true });
});

test('body and headers may be of any kind that servers have', async () => {
  const delivery = delivered();
  const headers = Object.entries(delivery.headers);
  const inCapitals = headers.map(([name, value]) => [name.toUpperCase(), [value]]);
  const body = new TextEncoder().encode(BODY);
  expect(await verifyWebhook({ ...delivery, body, headers: new Headers(headers) })).toMatchObject({
    deliveryId: 'd-1',
  });
  expect(await verifyWebhook({ ...delivery, headers: Object.fromEntries(inCapitals) })).toMatchObject({
    deliveryId: 'd-1',
  });
});

test('while a secret is rotated, either side may already have the new one', async () => {
  const rotated = delivered({ secrets: ['the-new-one', SECRET] });
  await expect(verifyWebhook({ ...rotated, secret: SECRET })).resolves.toBeDefined();
  await expect(verifyWebhook({ ...rotated, secret: 'the-new-one' })).resolves.toBeDefined();
  await expect(verifyWebhook({ ...delivered(), secret: ['the-new-one', SECRET] })).resolves.toBeDefined();
});

const { headers } = delivered();
const signed = (header: string) => ({ headers: { ...headers, 'service-signature': header } });
const hex = '0'.repeat(64);
test.each<[string, Partial<Delivery>]>([
  ['another body', { body: BODY.replace('success', 'failure') }],
  ['another secret', { secret: `${SECRET}x` }],
  ['no signature', { headers: {} }],
  ['another time', signed(signatureHeader(NOW, BODY, [SECRET]).replace(`t=${NOW}`, `t=${NOW + 1}`))],
  ['no time', signed(signatureHeader(NOW, BODY, [SECRET]).replace(`t=${NOW},`, ''))],
  ['another signature', signed(`t=${NOW},v1=${hex}`)],
  ['a shorter one', signed(`t=${NOW},v1=00`)],
  ['letters that are no digits', signed(`t=${NOW},v1=${'é'.repeat(64)}`)],
  ['a time that is none', signed(`t=${'9'.repeat(500)},v1=${hex}`)],
  ['another version', signed(signatureHeader(NOW, BODY, [SECRET]).replace('v1', 'v0'))],
  ['an old delivery', { nowMs: NOW + 300_001 }],
  ['one from the future', { nowMs: NOW - 300_001 }],
  ['a shorter tolerance', { nowMs: NOW + 1_001, toleranceMs: 1_000 }],
])('%s is refused', async (_, change) => {
  await expect(verifyWebhook({ ...delivered(), ...change })).rejects.toThrow(SignatureError);
});

test('five minutes are tolerated', async () => {
  await expect(verifyWebhook({ ...delivered(), nowMs: NOW + 300_000 })).resolves.toBeDefined();
});

test('an empty secret is refused, although the signature fits', async () => {
  const unsecured = delivered({ secrets: [''] });
  for (const secret of ['', [], [SECRET, '']])
    await expect(verifyWebhook({ ...unsecured, secret })).rejects.toThrow('anybody could sign');
});

test('the published vectors are genuine', async () => {
  const page = readFileSync('docs/webhooks.md', 'utf8');
  const vectors: Array<{ secret: string; timestamp: string; body: string; signature: string }> = JSON.parse(
    /## Test vectors[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '[]',
  );
  expect(vectors.length).toBeGreaterThanOrEqual(5);
  for (const { secret, timestamp, body, signature } of vectors) {
    const delivery = { body, secret, headers: { 'service-signature': signature }, nowMs: Number(timestamp) };
    // Not each of their bodies is JSON: only a wrong signature is one of these errors.
    const error = await verifyWebhook(delivery).catch((e) => e);
    expect(error).not.toBeInstanceOf(SignatureError);
  }
});

import { WebhookVerificationService } from '@hookflo/tern';
import Mux from '@mux/mux-node';
import { WorkOS } from '@workos-inc/node';
import fc from 'fast-check';
import Stripe from 'stripe';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { deliveryHeaders, sign, signatureHeader } from './signature';

const SECRET = 'whsec_Jm2kXn0uQ7dR4tYwZ8sB1cV5fH9gL3pA';
const FIVE_MINUTES_MS = 300_000;
/** A moment that leaves a clock in "seconds" of milliseconds within what a Date can hold. */
const NOW_MS = 1_790_000_000_123;

afterEach(() => vi.useRealTimers());

/** Independent verifiers, each as its maker documents it. They reject or return false. */
const VERIFIERS: Record<
  string,
  (body: string, header: string, secret: string, nowMs: number) => Promise<boolean>
> = {
  // Both count in seconds, so they are given a clock that counts as the header does.
  stripe: async (body, header, secret, nowMs) =>
    new Stripe('sk_test').webhooks.signature!.verifyHeader(
      body,
      header,
      secret,
      FIVE_MINUTES_MS,
      undefined,
      nowMs * 1000,
    ),
  '@mux/mux-node': async (body, header, secret, nowMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs * 1000 });
    await new Mux({ tokenId: 'id', tokenSecret: 'secret' }).webhooks.verifySignature(
      body,
      { 'mux-signature': header },
      secret,
    );
    return true;
  },
  '@workos-inc/node': async (body, header, secret, nowMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    const payload = JSON.parse(body);
    return new WorkOS('sk_test').webhooks.verifyHeader({
      payload,
      sigHeader: header,
      secret,
      tolerance: FIVE_MINUTES_MS,
    });
  },
  '@hookflo/tern': async (body, header, secret, nowMs) => {
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
    const request = new Request('https://example.com', {
      method: 'POST',
      body,
      headers: { 'service-signature': header },
    });
    const result = await WebhookVerificationService.verify(request, {
      platform: 'custom',
      secret,
      toleranceInSeconds: FIVE_MINUTES_MS / 1000,
      signatureConfig: {
        algorithm: 'hmac-sha256',
        headerName: 'service-signature',
        headerFormat: 'comma-separated',
        payloadFormat: 'timestamped',
        customConfig: { timestampKey: 't', signatureKey: 'v1' },
      },
    });
    return result.isValid;
  },
};

const accepts = async (name: string, ...args: [string, string, string, number]): Promise<boolean> =>
  VERIFIERS[name]!(...args).catch(() => false);

const payloads = fc
  .record({ id: fc.uuid(), data: fc.jsonValue({ maxDepth: 3 }), text: fc.string({ unit: 'grapheme' }) })
  .map((value) => JSON.stringify(value));
const secrets = fc.stringMatching(/^[\x21-\x7e]{16,64}$/);

describe.each(Object.keys(VERIFIERS))('%s', (name) => {
  test('accepts every signature', async () => {
    await fc.assert(
      fc.asyncProperty(payloads, secrets, async (body, secret) => {
        expect(await accepts(name, body, signatureHeader(NOW_MS, body, [secret]), secret, NOW_MS)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('refuses a changed body, signature, time or secret', async () => {
    const body = '{"id":"e","amount":1}';
    const header = signatureHeader(NOW_MS, body, [SECRET]);
    expect(await accepts(name, body, header, SECRET, NOW_MS)).toBe(true);
    const forged = [
      ['{"id":"e","amount":2}', header, SECRET],
      [body, header.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')), SECRET],
      [body, header.replace(`t=${NOW_MS}`, `t=${NOW_MS + 1}`), SECRET],
      [body, header, `${SECRET}x`],
      [body, `t=${NOW_MS}`, SECRET],
    ] as const;
    for (const [sent, signature, secret] of forged)
      expect(await accepts(name, sent, signature, secret, NOW_MS)).toBe(false);
  });

  test('refuses one that is older than five minutes', async () => {
    const body = '{"id":"e"}';
    // Mux's own limit is 300 of the header's units.
    const limitMs = name === '@mux/mux-node' ? 300 : FIVE_MINUTES_MS;
    const header = signatureHeader(NOW_MS, body, [SECRET]);
    expect(await accepts(name, body, header, SECRET, NOW_MS + limitMs - 200)).toBe(true);
    expect(await accepts(name, body, header, SECRET, NOW_MS + limitMs + 2_000)).toBe(false);
  });

  test('accepts the new secret while a rotation overlaps', async () => {
    const body = '{"id":"e"}';
    const header = signatureHeader(NOW_MS, body, [SECRET, 'the-secret-before-this']);
    // Tern keeps the last of equal names, the others the first or any.
    const known = name === '@hookflo/tern' ? 'the-secret-before-this' : SECRET;
    expect(await accepts(name, body, header, known, NOW_MS)).toBe(true);
  });
});

test('the header has two parts without a space, and a second v1 only with a second secret', () => {
  expect(signatureHeader(NOW_MS, '{}', ['a'])).toBe(`t=${NOW_MS},v1=${sign(NOW_MS, '{}', 'a')}`);
  expect(signatureHeader(NOW_MS, '{}', ['a', 'b'])).toMatch(/^t=\d{13},v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
});

test('an attempt’s headers agree with each other', () => {
  const delivery = { deliveryId: 'd-1', body: '{}', secrets: [SECRET], isTest: false };
  const headers = Object.fromEntries(deliveryHeaders(delivery, NOW_MS));
  expect(headers).toEqual({
    'content-type': 'application/json',
    'service-event': 'workflow.execution.completed',
    'service-timestamp': String(NOW_MS),
    'service-delivery-id': 'd-1',
    'idempotency-key': 'd-1',
    'service-signature': `t=${NOW_MS},v1=${sign(NOW_MS, '{}', SECRET)}`,
  });
  const unsigned = deliveryHeaders({ ...delivery, secrets: [] }, NOW_MS).map(([name]) => name);
  expect(unsigned).not.toContain('service-signature');
  const test = Object.fromEntries(deliveryHeaders({ ...delivery, isTest: true }, NOW_MS));
  expect(test).toEqual({ ...headers, 'service-test': 'true' });
});

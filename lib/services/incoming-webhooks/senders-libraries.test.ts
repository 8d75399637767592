import { sign } from '@octokit/webhooks-methods';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { whyNotGenuine } from './verify-request';

const SECRET = 'whsec_test_It’s a secret';
const AT = { method: 'POST', urls: ['https://mill.example/hooks/t'] };
const BODY = JSON.stringify({ id: 'evt_1', type: 'charge.succeeded', data: { text: 'ä 💸' } });

function judge(kind: string, headers: Record<string, string>, body = BODY) {
  const header = (name: string) => headers[name];
  const check = RequestCheck.parse({ kind });
  return whyNotGenuine(check, SECRET, { ...AT, header, body: Buffer.from(body), nowMs: Date.now() });
}

describe('a request signed by GitHub’s own library', () => {
  it('is accepted, and refused once tampered with', async () => {
    const headers = { 'x-hub-signature-256': await sign(SECRET, BODY) };
    expect(judge('github', headers)).toBe(null);
    expect(judge('github', headers, `${BODY} `)).toMatch(/does not match/);
    const other = { 'x-hub-signature-256': await sign('another secret', BODY) };
    expect(judge('github', other)).toMatch(/does not match/);
  });
});

describe('a request signed by Stripe’s own library', () => {
  const signedAgo = (seconds: number) => ({
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({
      payload: BODY,
      secret: SECRET,
      timestamp: Math.floor(Date.now() / 1000) - seconds,
    }),
  });

  it('is accepted, and refused when it is old or tampered with', () => {
    expect(judge('stripe', signedAgo(0))).toBe(null);
    expect(judge('stripe', signedAgo(290))).toBe(null);
    expect(judge('stripe', signedAgo(400))).toMatch(/^The signed time is 40\d s ago; the tolerance is 300 s/);
    expect(judge('stripe', signedAgo(0), BODY.replace('evt_1', 'evt_2'))).toMatch(/matches/);
  });
});

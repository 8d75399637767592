import { createHmac } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { RequestCheck, schemeOf } from '../../core/blocks/webhook-trigger/request-check';
import { SENDER_OPTIONS } from '../../core/blocks/webhook-trigger/senders';
import { PUBLISHED, type Sample } from './testing/published-samples';
import { MADE, MADE_AT_MS } from './testing/signed-samples';
import { whyNotByHead, whyNotGenuine } from './verify-request';

const HERE = 'https://mill.example/hooks/t';
const SAMPLES = [...PUBLISHED, ...MADE];

function judge({ kind, secret, headers, body, method = 'POST', url = HERE, atMs = MADE_AT_MS }: Sample) {
  const request = {
    header: (name: string) => headers[name],
    method,
    body: Buffer.from(body),
    nowMs: atMs,
    urls: [url.replace(/\/\/[^/]+/, '//other.example'), url],
  };
  const check = RequestCheck.parse({ kind });
  return { whole: whyNotGenuine(check, secret, request), byHead: whyNotByHead(check, secret, request) };
}

const timeOf = ({ kind }: Sample) => schemeOf(RequestCheck.parse({ kind }))?.time ?? null;

test('there is a sample for every sender that is offered', () => {
  const kinds = new Set(SAMPLES.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(SENDER_OPTIONS.map(({ value }) => value).sort());
  expect(new Set(PUBLISHED.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(13);
});

describe.each(SAMPLES.map((sample) => [`${sample.kind}, ${sample.from}`, sample] as const))(
  '%s',
  (_, sample) => {
    it('is accepted as it was signed', () => {
      expect(judge(sample)).toEqual({ whole: null, byHead: null });
    });

    it('is refused with another secret, and without one', () => {
      // Keys that are none are refused in words as well; of those that are, one of the same form.
      const other = sample.secret.replace(/[a-y0-8]/, (c) => String.fromCharCode(c.charCodeAt(0) + 1));
      expect(judge({ ...sample, secret: other }).whole).toEqual(expect.any(String));
      expect(judge({ ...sample, secret: '' }).byHead).toBe('The secret of the check is empty.');
    });

    it('is refused over another body, if the sender signs it', () => {
      // Mailgun signs a time and a token, GitLab nothing.
      if (sample.kind === 'mailgun' || sample.kind === 'gitlab') return;
      const tampered = sample.body.replace(/[a-y]/, 'z');
      expect(judge({ ...sample, body: tampered }).whole).toMatch(/match/);
    });

    it('is refused without its headers, before the body is read', () => {
      if (sample.kind === 'mailgun') return;
      expect(judge({ ...sample, headers: {} }).byHead).toMatch(/is missing|has no time/);
    });

    it('is refused when it was signed too long ago, if the sender signs a time', () => {
      const { atMs = MADE_AT_MS } = sample;
      const late = judge({ ...sample, atMs: atMs + 301_000 });
      if (timeOf(sample) === null && sample.kind !== 'mailgun') expect(late.whole).toBeNull();
      else if (sample.kind === 'linear') expect(late.whole).toBeNull();
      else expect(late.whole).toMatch(/^The signed time is 30\d s ago/);
    });
  },
);

describe('senders that sign more than the body', () => {
  const sampleOf = (kind: string) => SAMPLES.find((sample) => sample.kind === kind)!;

  it.each(['square', 'hubspot', 'trello', 'twilio'])('%s: another URL is refused, and named', (kind) => {
    const sample = { ...sampleOf(kind), url: 'https://mill.example/hooks/other' };
    expect(judge(sample).whole).toContain('that the sender has the URL https://other.example/');
  });

  it('Contentful: a time that is not among the signed headers is refused', () => {
    const sample = sampleOf('contentful');
    const headers = { ...sample.headers, 'x-contentful-signed-headers': 'content-type' };
    expect(judge({ ...sample, headers }).whole).toMatch(/must name itself/);
  });

  it('Twilio: a body that the signature doesn’t cover is refused', () => {
    const sample = sampleOf('twilio');
    const headers = { ...sample.headers, 'content-type': 'application/json' };
    expect(judge({ ...sample, headers }).whole).toMatch(/bodySHA256/);
  });

  it('HubSpot: the characters of the URL are decoded that it decodes', () => {
    const sample = sampleOf('hubspot');
    const { secret, body, headers } = sample;
    const url = 'https://example.com/api/webhooks?src=hs%3Aapp%2Fv3&x=%28a%29&y=%20';
    const decoded = 'https://example.com/api/webhooks?src=hs:app/v3&x=(a)&y=%20';
    const text = `POST${decoded}${body}${headers['x-hubspot-request-timestamp']}`;
    const signature = createHmac('sha256', secret).update(text).digest('base64');
    const signed = { ...headers, 'x-hubspot-signature-v3': signature };
    expect(judge({ ...sample, url, headers: signed }).whole).toBeNull();
  });

  it('Linear: the time in the body is judged', () => {
    const sample = sampleOf('linear');
    const signedAt = (webhookTimestamp: number) => {
      const body = JSON.stringify({ action: 'create', webhookTimestamp });
      const signature = createHmac('sha256', sample.secret).update(body).digest('hex');
      return { ...sample, body, headers: { 'linear-signature': signature } };
    };
    expect(judge(signedAt(MADE_AT_MS - 299_000)).whole).toBeNull();
    expect(judge(signedAt(MADE_AT_MS - 301_000)).whole).toMatch(/^The signed time is 301 s ago/);
  });
});

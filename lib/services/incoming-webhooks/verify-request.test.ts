import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { sign, signatureHeader } from '../outgoing-webhooks/signature';
import { whyNotByHead, whyNotGenuine } from './verify-request';

const NOW_MS = Date.UTC(2026, 10, 22);
const AT = { method: 'POST', urls: ['https://mill.example/hooks/t'] };
const BODY = '{"id":"evt_1","amount":5}';

/** Returns true if a check of this kind accepts the request. */
function judge(
  check: object,
  secret: string,
  headers: Record<string, string>,
  { body = BODY, nowMs = NOW_MS } = {},
): boolean {
  const header = (name: string) => headers[name];
  return (
    whyNotGenuine(RequestCheck.parse(check), secret, { ...AT, header, body: Buffer.from(body), nowMs }) ===
    null
  );
}

describe('GitHub’s signature', () => {
  const secret = "It's a Secret to Everybody";
  const hex = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const headers = { 'x-hub-signature-256': `sha256=${hex}` };

  it('of its documentation’s example is accepted', () => {
    expect(judge({ kind: 'github' }, secret, headers, { body: 'Hello, World!' })).toBe(true);
  });

  it('is refused over another body, with another secret, without its prefix, and when it is missing', () => {
    expect(judge({ kind: 'github' }, secret, headers, { body: 'Hello, World?' })).toBe(false);
    expect(judge({ kind: 'github' }, 'other', headers, { body: 'Hello, World!' })).toBe(false);
    const bare = { 'x-hub-signature-256': hex };
    expect(judge({ kind: 'github' }, secret, bare, { body: 'Hello, World!' })).toBe(false);
    expect(judge({ kind: 'github' }, secret, {}, { body: 'Hello, World!' })).toBe(false);
  });
});

describe('Slack’s signature', () => {
  const secret = '8f742231b10e8888abcd99yyyzzz85a5';
  const sentAt = Math.floor(NOW_MS / 1000);
  const signed = (time: string | number, body = BODY) => ({
    'x-slack-request-timestamp': String(time),
    'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`,
  });

  it('of its documentation’s example is accepted', () => {
    const body =
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
      '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
      '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554' +
      '%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
    const headers = {
      'x-slack-request-timestamp': '1531420618',
      'x-slack-signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    };
    const nowMs = 1_531_420_700_000;
    expect(judge({ kind: 'slack' }, secret, headers, { body, nowMs })).toBe(true);
  });

  it('is accepted within the tolerance', () => {
    expect(judge({ kind: 'slack' }, secret, signed(sentAt - 299))).toBe(true);
  });

  it('is refused when it is old, over another time or body, or its time is no number', () => {
    expect(judge({ kind: 'slack' }, secret, signed(sentAt - 301))).toBe(false);
    const moved = { ...signed(sentAt - 400), 'x-slack-request-timestamp': String(sentAt) };
    expect(judge({ kind: 'slack' }, secret, moved)).toBe(false);
    expect(judge({ kind: 'slack' }, secret, signed(sentAt), { body: `${BODY} ` })).toBe(false);
    expect(judge({ kind: 'slack' }, secret, signed('now'))).toBe(false);
  });
});

describe('Stripe’s signature', () => {
  const secret = 'whsec_test_secret';
  const sentAt = Math.floor(NOW_MS / 1000);
  const v1 = (time: number, key = secret) =>
    createHmac('sha256', key).update(`${time}.${BODY}`).digest('hex');
  const header = (time: number, ...digests: string[]) => ({
    'stripe-signature': [`t=${time}`, ...digests.map((hex) => `v1=${hex}`), 'v0=6ffbb59b'].join(','),
  });

  it('is accepted, also as one of two while the secret is rotated', () => {
    expect(judge({ kind: 'stripe' }, secret, header(sentAt, v1(sentAt)))).toBe(true);
    expect(judge({ kind: 'stripe' }, secret, header(sentAt, v1(sentAt, 'old'), v1(sentAt)))).toBe(true);
  });

  it('is refused when it is old, from the future, or over another time or body', () => {
    for (const time of [sentAt - 301, sentAt + 301])
      expect(judge({ kind: 'stripe' }, secret, header(time, v1(time)))).toBe(false);
    expect(judge({ kind: 'stripe' }, secret, header(sentAt, v1(sentAt - 10)))).toBe(false);
    expect(judge({ kind: 'stripe' }, secret, header(sentAt, v1(sentAt)), { body: '{}' })).toBe(false);
    expect(judge({ kind: 'stripe' }, secret, { 'stripe-signature': `v1=${v1(sentAt)}` })).toBe(false);
  });

  it('is accepted with the tolerance that the author chose', () => {
    const late = header(sentAt - 900, v1(sentAt - 900));
    expect(judge({ kind: 'stripe', toleranceSeconds: 1_000 }, secret, late)).toBe(true);
  });
});

it('a delivery of ours is accepted as it is signed, and not with another time', () => {
  const headers = { 'service-signature': signatureHeader(NOW_MS, BODY, ['new', 'old']) };
  expect(judge({ kind: 'millrace' }, 'old', headers)).toBe(true);
  const moved = { 'service-signature': `t=${NOW_MS},v1=${sign(NOW_MS - 1, BODY, 'old')}` };
  expect(judge({ kind: 'millrace' }, 'old', moved)).toBe(false);
});

describe('an HMAC of the author’s choice', () => {
  it.each([
    ['sha256', 'hex', 'sha256='],
    ['sha1', 'hex', ''],
    ['sha256', 'base64', ''],
    ['sha1', 'base64', 'sig '],
  ] as const)(
    '%s in %s with the prefix "%s" is accepted, and tampered with refused',
    (algorithm, encoding, prefix) => {
      const check = { kind: 'hmac', header: 'X-Sig', algorithm, encoding, prefix };
      const digest = createHmac(algorithm, 'k').update(BODY).digest(encoding);
      expect(judge(check, 'k', { 'x-sig': prefix + digest })).toBe(true);
      expect(judge(check, 'k', { 'x-sig': `${prefix}${digest.slice(1)}` })).toBe(false);
      expect(judge(check, 'k', { 'x-sig': prefix + digest }, { body: 'x' })).toBe(false);
    },
  );
});

it('a secret header and Basic authentication let only the exact secret in', () => {
  expect(judge({ kind: 'header', header: 'X-Key' }, 's3cret', { 'x-key': 's3cret' })).toBe(true);
  for (const given of ['s3cre', 's3crets', 'S3CRET', ''])
    expect(judge({ kind: 'header', header: 'X-Key' }, 's3cret', { 'x-key': given }), given).toBe(false);
  const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
  expect(judge({ kind: 'basic', username: 'ada' }, 'pw', basic('ada:pw'))).toBe(true);
  expect(judge({ kind: 'basic', username: 'ada' }, 'pw', basic('ada:pv'))).toBe(false);
  expect(judge({ kind: 'basic', username: 'ada' }, 'pw', basic('bob:pw'))).toBe(false);
});

it('an empty secret lets nobody in', () => {
  const hex = createHmac('sha256', '').update(BODY).digest('hex');
  expect(judge({ kind: 'github' }, '', { 'x-hub-signature-256': `sha256=${hex}` })).toBe(false);
  expect(judge({ kind: 'header', header: 'X-Key' }, '', { 'x-key': '' })).toBe(false);
});

describe('before the body has arrived', () => {
  const nowS = NOW_MS / 1_000;
  const old = nowS - 301;
  const judged = (check: object, headers: Record<string, string>, secret = 'secret') =>
    whyNotByHead(RequestCheck.parse(check), secret, {
      ...AT,
      header: (name) => headers[name],
      nowMs: NOW_MS,
    });

  it.each([
    [{ kind: 'github' }, {}, 'The header X-Hub-Signature-256 is missing.'],
    [{ kind: 'hmac', header: 'X-Sig' }, {}, 'The header X-Sig is missing.'],
    [{ kind: 'slack' }, { 'x-slack-signature': 'v0=1' }, 'The header X-Slack-Request-Timestamp is missing.'],
    [
      { kind: 'slack' },
      { 'x-slack-request-timestamp': `${nowS}` },
      'The header X-Slack-Signature is missing.',
    ],
    [{ kind: 'stripe' }, {}, 'The header Stripe-Signature is missing.'],
    [{ kind: 'stripe' }, { 'stripe-signature': 'v1=ab' }, 'The header Stripe-Signature has no time (t=…).'],
    [{ kind: 'stripe' }, { 'stripe-signature': `t=${old},v1=ab` }, expect.stringContaining('301 s ago')],
    [{ kind: 'millrace' }, {}, 'The header Service-Signature is missing.'],
    [{ kind: 'header', header: 'X-Key' }, {}, 'The header X-Key is missing.'],
    [{ kind: 'basic', username: 'u' }, {}, 'The header Authorization is missing.'],
  ])('%j of a request with %j is refused', (check, headers, reason) => {
    expect(judged(check, headers)).toEqual(reason);
  });

  it('an empty secret lets nobody in, and what only the body can tell is left to it', () => {
    expect(judged({ kind: 'github' }, { 'x-hub-signature-256': 'sha256=00' }, '')).toMatch(/empty/);
    expect(judged({ kind: 'github' }, { 'x-hub-signature-256': 'sha256=00' })).toBeNull();
    expect(judged({ kind: 'none' }, {})).toBeNull();
    expect(judged({ kind: 'header', header: 'X-Key' }, { 'x-key': 'secret' })).toBeNull();
  });
});

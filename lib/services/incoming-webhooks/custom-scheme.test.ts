import { createHmac } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { webhookTriggerDefinition } from '../../core/blocks/webhook-trigger/definition';
import { RequestCheck } from '../../core/blocks/webhook-trigger/request-check';
import { whyNotGenuine } from './verify-request';

const NOW_MS = Date.UTC(2026, 10, 26);
const SECONDS = String(NOW_MS / 1_000);
const BODY = Buffer.from('{"n":1}');
const URLS = ['https://mill.example/hooks/t?a=1'];

function judge(check: object, secret: string, headers: Record<string, string>, nowMs = NOW_MS) {
  const header = (name: string) => headers[name];
  const request = { header, method: 'PUT', urls: URLS, body: BODY, nowMs };
  return whyNotGenuine(RequestCheck.parse({ kind: 'hmac', header: 'X-Sig', ...check }), secret, request);
}
const digest = (text: string, key: string | Buffer = 'k', algorithm = 'sha256') =>
  createHmac(algorithm, key).update(text).digest('hex');

describe('an HMAC with a template', () => {
  it.each([
    ['{timestamp}.{body}', `${SECONDS}.${BODY}`],
    ['v0:{timestamp}:{body}', `v0:${SECONDS}:${BODY}`],
    ['{header:X-Id}.{timestamp}.{body}', `id-7.${SECONDS}.${BODY}`],
    ['{method} {path}\n{timestamp}\n{body}', `PUT /hooks/t?a=1\n${SECONDS}\n${BODY}`],
    ['{url}{body}{timestamp}', `${URLS[0]}${BODY}${SECONDS}`],
  ])('%s is signed so', (template, text) => {
    const check = { template, timestampHeader: 'X-Time' };
    const headers = { 'x-time': SECONDS, 'x-id': 'id-7', 'x-sig': digest(text) };
    expect(judge(check, 'k', headers)).toBeNull();
    expect(judge(check, 'k', { ...headers, 'x-time': String(Number(SECONDS) + 1) })).toMatch(
      /does not match/,
    );
    expect(judge(check, 'k', headers, NOW_MS + 301_000)).toMatch(/^The signed time is 301 s ago/);
  });

  it('without a header of its own finds the time beside the signature, in seconds or milliseconds', () => {
    const check = { template: '{timestamp}.{body}', prefix: 'v1=', toleranceSeconds: 10 };
    for (const time of [SECONDS, String(NOW_MS)]) {
      const signature = `v1=${digest(`${time}.${BODY}`)}`;
      expect(judge(check, 'k', { 'x-sig': `t=${time}, v1=00, ${signature}` })).toBeNull();
      expect(judge(check, 'k', { 'x-sig': `t=${time},${signature}` }, NOW_MS - 11_000)).toMatch(/future/);
    }
    expect(judge(check, 'k', { 'x-sig': 'v1=00' })).toBe('The header X-Sig has no time (t=…).');
  });

  it.each(['sha1', 'sha256', 'sha384', 'sha512'])('is made with %s', (algorithm) => {
    expect(judge({ algorithm }, 'k', { 'x-sig': digest(`${BODY}`, 'k', algorithm) })).toBeNull();
    expect(judge({ algorithm }, 'k', { 'x-sig': digest(`${BODY}`, 'j', algorithm) })).toMatch(
      /does not match/,
    );
  });

  it('takes its secret as text, base64 or hex, and says when it is neither', () => {
    const key = Buffer.from([0, 255, 10, 128]);
    const headers = { 'x-sig': digest(`${BODY}`, key) };
    expect(judge({ secretEncoding: 'base64' }, key.toString('base64'), headers)).toBeNull();
    expect(judge({ secretEncoding: 'hex' }, key.toString('hex'), headers)).toBeNull();
    expect(judge({ secretEncoding: 'hex' }, 'xyz', headers)).toBe('The secret of the check is not hex.');
    expect(judge({ secretEncoding: 'base64' }, '?', headers)).toBe('The secret of the check is not base64.');
  });

  it('without the header that is signed is refused', () => {
    expect(judge({ template: '{header:X-Id}{body}' }, 'k', { 'x-sig': 'a' })).toBe(
      'The header X-Id is missing.',
    );
  });
});

describe('what the form says', () => {
  const problems = (config: object) =>
    (webhookTriggerDefinition.check?.(webhookTriggerDefinition.config.parse(config)) ?? []).map(
      ({ message }) => message,
    );

  it('of a template that can’t be used', () => {
    const check = (template: string) => problems({ check: { kind: 'hmac', token: 'x', template } });
    expect(check('{timestamp}.{body}')).toEqual([]);
    expect(check('{"a": {body}}')).toEqual([]);
    expect(check('{time}{body}')[0]).toMatch(/^\{time\} is not known in what is signed: use \{body\}/);
    expect(check('{timestamp}')).toEqual(['What is signed must contain {body}.']);
  });

  it('of a missing secret or key, of methods and of origins', () => {
    expect(problems({ check: { kind: 'discord' } })).toEqual(['Enter the public key of the sender.']);
    expect(problems({ otherCheck: { kind: 'query' } })).toEqual(['Enter the secret to check with.']);
    expect(problems({ checkedMethods: 'POST, FETCH' })[0]).toMatch(/^Name some of GET/);
    expect(problems({ allowedOrigins: 'https://a.example/path' })[0]).toMatch(/without a path/);
    expect(problems({ allowedOrigins: 'https://a.example, https://b.example:8443\n*' })).toEqual([]);
  });
});

test('a secret in the query lets only the exact secret in', () => {
  const request = (url: string) => ({
    header: () => undefined,
    method: 'GET',
    urls: [url],
    nowMs: 0,
    body: BODY,
  });
  const check = RequestCheck.parse({ kind: 'query', parameter: 'hub.verify_token' });
  const judged = (search: string) => whyNotGenuine(check, 's & t', request(`https://a.example/h${search}`));
  expect(judged('?hub.verify_token=s+%26+t')).toBeNull();
  expect(judged('?hub.verify_token=s')).toBe(
    'The query parameter hub.verify_token does not hold the expected secret.',
  );
  expect(judged('')).toBe('The query parameter hub.verify_token is missing.');
});

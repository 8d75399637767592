import { expect, test } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { WorkflowDocument } from '../workflow/schema';
import { HiddenValues } from './hidden-values';

const CANARY = 'canary-9f8e7d6c5b4a';

const documentWith = (config: object, type = 'api') =>
  WorkflowDocument.parse({
    blocks: { a: { id: 'a', type, name: 'api', position: { x: 0, y: 0 }, config } },
    edges: [],
  });

function shownOf(config: Record<string, unknown>, secrets: readonly string[] = []) {
  const document = documentWith(config);
  const hidden = new HiddenValues({ document, secrets, nonce: 'n0' });
  const shown = Object.fromEntries(
    Object.entries(config).map(([field, value]) => [field, hidden.setting(field, value)]),
  );
  return { hidden, shown, block: document.blocks.a, text: JSON.stringify(shown) };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[string, Record<string, unknown>, string[]]>([
  ['a header that is a credential', { headers: [{ key: 'X-Api-Key', value: CANARY }] }, []],
  ['a header of any other name', { headers: [{ key: 'X-Customer', value: CANARY }] }, []],
  ['a header of a tool', { tools: [{ kind: 'request', headers: [{ key: 'X-Any', value: CANARY }] }] }, []],
  ['a scheme with its credential', { headers: [{ key: 'Authorization', value: `Bearer ${CANARY}` }] }, []],
  ['an authentication', { auth: { kind: 'bearer', token: CANARY } }, []],
  ['a password in a URL', { url: `https://me:${CANARY}@example.com/` }, []],
  ['a key in a query', { url: `https://example.com/?api_key=${CANARY}` }, []],
  ['a query row', { params: [{ key: 'access_token', value: CANARY, written: `t=${CANARY}` }] }, []],
  ['a key of a provider', { provider: { kind: 'openai', apiKey: CANARY } }, []],
  ['a default of an input', { fields: [{ name: 'password', default: CANARY }] }, []],
  ['a JSON body', { body: { kind: 'json', value: `{"user": "me", "password": "${CANARY}"}` } }, []],
  ['code', { code: `const token = '${CANARY}';` }, []],
  ['a value of a variable, wherever it is', { code: `send("${CANARY}")` }, [CANARY]],
  ['the same in Base64', { body: { kind: 'text', value: base64(`me:${CANARY}`) } }, [CANARY]],
  ['the name of a member', { body: { [CANARY]: 1 } }, [CANARY]],
  ['a credential repeated elsewhere', { auth: { token: CANARY }, code: `x("${CANARY}")` }, []],
])('%s is not shown, and comes back where it stood', (_, config, secrets) => {
  const { hidden, shown, block, text } = shownOf(config, secrets);
  expect(text).not.toContain('canary');
  expect(text).not.toContain(base64(CANARY).slice(4, 20));
  for (const [field, value] of Object.entries(shown)) {
    const restored = JSON.stringify(hidden.restore(block, field, value));
    expect(restored).not.toContain('[[hidden-');
    if (JSON.stringify(config[field]).includes(CANARY)) expect(restored).toContain(CANARY);
  }
});

test.each([
  'sk-proj-0123456789abcdefABCDEF',
  'ghp_0123456789abcdefghijABCDEFGHIJ012345',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'AKIAIOSFODNN7EXAMPLE',
  '0123456789abcdef0123456789abcdef',
  '-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----',
])('what looks like a secret is not shown in any text: %s', (secret) => {
  const { hidden } = shownOf({});
  const told = hidden.text(`Call it with ${secret} please.`);
  expect(told).toMatch(/^Call it with \[\[hidden-n0-\d+\]\] please\.$/);
});

test.each([
  ['curl -H "Authorization: Bearer abcdef123456" https://x.example', 'abcdef123456'],
  ["curl -H 'X-Api-Key: abcdef123456'", 'abcdef123456'],
  ['https://x.example/?token=abcdef123456&page=2', 'abcdef123456'],
  ['client_secret = "hunter-two"', 'hunter-two'],
])('a credential in pasted words is not shown: %s', (words, secret) => {
  expect(shownOf({}).hidden.text(words)).not.toContain(secret);
});

test.each([
  'GET https://api.example.com/v1/orders/{id}?page=2 answers {"id": 7, "total": "9.90"}',
  '"password": {"type": "string"}, "token": "string"',
  'Authorization: Bearer {{TOKEN}}',
  'The header is Authorization: Bearer <token>.',
  'workflow 0192f0c1-7b1c-7a3e-8f00-0123456789ab',
  'if (<api.data.token> === "") return retry(input);',
])('what says how to call something is shown: %s', (words) => {
  expect(shownOf({}).hidden.text(words)).toBe(words);
});

test('harmless headers, references and variables are shown', () => {
  const headers = [
    { key: 'Content-Type', value: 'application/json' },
    { key: 'Authorization', value: 'Bearer {{TOKEN}}' },
    { key: 'X-Id', value: '<api.data.id>' },
  ];
  expect(shownOf({ headers }).shown).toEqual({ headers });
});

test('a mark can’t be moved to another setting, another block or into new text', () => {
  const { hidden, shown, block } = shownOf({
    auth: { kind: 'bearer', token: CANARY },
    url: 'https://a.example',
  });
  const { token } = shown.auth as { token: string };
  expect(hidden.restore(block, 'url', `https://evil.example/${token}`)).toBeNull();
  expect(hidden.restore(undefined, 'auth', { kind: 'bearer', token })).toBeNull();
  expect(hidden.restore(block, 'auth', { kind: 'bearer', token: '[[hidden-n0-999]]' })).toBeNull();
  expect(hidden.restore(block, 'auth', { kind: 'bearer', token })).toEqual({
    value: { kind: 'bearer', token: CANARY },
  });
});

test('a long text is read in time that its length decides', () => {
  const { hidden } = shownOf({}, [CANARY]);
  for (const piece of ['a', 'token: ', 'https://a:', '?a=', '"a":"', '-----BEGIN A-----', 'Bearer ', 'A1b'])
    expect(
      costOf(() => hidden.text(piece.repeat(60_000 / piece.length))),
      piece,
    ).toBeLessThan(500);
});

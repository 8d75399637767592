import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkflowDocument } from '../workflow/schema';
import { createMasker, redactDocument, UNMASKABLE } from './masker';

const anySecret = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 30 })
  .map((units) => String.fromCharCode(...units));

const SECRET = 'p@ss/wörd "1"';
const masker = createMasker([{ name: 'KEY', value: SECRET }]);

describe('a masked text', () => {
  it.each([
    ['raw', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in lowercase', encodeURIComponent(SECRET).replace(/%../g, (hex) => hex.toLowerCase())],
    ['form-encoded', new URLSearchParams({ '': SECRET }).toString().slice(1)],
    ['in JSON', JSON.stringify(SECRET)],
    ['in ASCII JSON', JSON.stringify(SECRET).replace('ö', '\\u00f6')],
    ['in JSON that escapes slashes', JSON.stringify(SECRET).replace('/', '\\/')],
    ['in base64', Buffer.from(SECRET).toString('base64')],
    ['in base64 for URLs', Buffer.from(SECRET).toString('base64url')],
    ['as a password in base64', Buffer.from(`user:${SECRET}`).toString('base64')],
    ['as a user in base64', Buffer.from(`${SECRET}:x`).toString('base64')],
    ['inside longer base64', Buffer.from(`ab${SECRET}cd`).toString('base64')],
    ['in the base64 of JSON', Buffer.from(JSON.stringify({ k: SECRET })).toString('base64')],
    ['in the base64 of a form', Buffer.from(String(new URLSearchParams({ key: SECRET }))).toString('base64')],
    ['in the base64 of an address', Buffer.from(`?k=${encodeURIComponent(SECRET)}`).toString('base64')],
    ['in hexadecimal digits', Buffer.from(SECRET).toString('hex')],
    ['in large hexadecimal digits', Buffer.from(SECRET).toString('hex').toUpperCase()],
    ['in capitals', SECRET.toUpperCase()],
    ['in small letters', SECRET.toLowerCase()],
    ['reversed', [...SECRET].reverse().join('')],
    ['in capitals in JSON', JSON.stringify(SECRET.toUpperCase())],
  ])('holds no secret that was %s', (_, form) => {
    const masked = masker.text(`before ${form} after`);
    expect(masked).toMatch(/^before .*\{\{KEY\}\}.* after$/);
    for (const length of [8, 6]) {
      for (let at = 0; at + length <= SECRET.length; at += 1) {
        expect(masked).not.toContain(SECRET.slice(at, at + length));
      }
    }
  });

  it('masks the longer of two secrets that begin alike', () => {
    const two = createMasker([
      { name: 'A', value: 'token-12' },
      { name: 'B', value: 'token-12-long' },
    ]);
    expect(two.text('token-12-long token-12')).toBe('{{B}} {{A}}');
  });

  it.each(['abc', 'secret7', 'production', 'Password', 'INTEGRATION'])(
    'keeps text that %s happens to be part of, so that nothing tells of it',
    (value) => {
      const short = createMasker([{ name: 'A', value }]);
      expect(short.text(value)).toBe('{{A}}');
      for (const text of [`in ${value} since May`, `x${value}x`, Buffer.from(value).toString('base64')])
        expect(short.text(text)).toBe(text);
      expect(short.value({ [value]: [value, `${value}!`] })).toEqual({ '{{A}}': ['{{A}}', `${value}!`] });
      expect(short.piece(value)).toBe(value);
    },
  );

  it('takes secrets with any characters', () => {
    fc.assert(
      fc.property(anySecret, fc.string(), (secret, around) => {
        const { text } = createMasker([{ name: null, value: secret }]);
        expect(text(`${around}${secret}`)).not.toBe(`${around}${secret}`);
      }),
    );
  });
});

describe('large secrets', () => {
  const large = Array.from({ length: 12 }, (_, index) => ({
    name: `KEY_${index}`,
    value: `${index}-`.padEnd(64_000, `\u00e4"/${index}`),
  }));

  it('are masked however many there are', () => {
    const many = createMasker(large);
    for (const { name, value } of [large[0]!, large[11]!]) {
      expect(many.text(`a ${value} b`)).toBe(`a {{${name}}} b`);
      expect(many.text(encodeURIComponent(value))).toBe(`{{${name}}}`);
      expect(many.text(Buffer.from(value).toString('base64'))).toBe(`{{${name}}}`);
      expect(many.value({ [JSON.stringify(value)]: 1 })).toEqual({ [`"{{${name}}}"`]: 1 });
    }
  });

  it('are masked in all forms up to a limit, because each has forty', () => {
    const many = createMasker(large);
    const masked = large.map(({ value }) => many.text(Buffer.from(value).toString('hex')));
    expect(masked.map((text) => text.startsWith('{{'))).toEqual(large.map((_, index) => index < 2));
  });

  it('take no form from a short one', () => {
    const many = createMasker([...large, { name: 'SHORT', value: SECRET }]);
    expect(many.text(Buffer.from(SECRET).toString('hex'))).toBe('{{SHORT}}');
  });
});

describe('a failure of masking', () => {
  it('withholds what could not be masked, and reports it', () => {
    const causes: unknown[] = [];
    const failing = createMasker([{ name: 'KEY', value: SECRET }], (cause) => causes.push(cause));
    const hostile = {
      get data() {
        throw new RangeError(SECRET);
      },
    };
    expect(failing.value(hostile)).toBe(UNMASKABLE);
    expect(failing.with(['another']).value(hostile)).toBe(UNMASKABLE);
    expect(causes).toHaveLength(2);
    expect(failing.value({ data: SECRET })).toEqual({ data: '{{KEY}}' });
  });
});

describe('a masked value', () => {
  it('is masked in keys, lists, and numbers', () => {
    const numeric = createMasker([{ name: 'PIN', value: '12345678' }]);
    expect(numeric.value({ 'x-12345678': [1, { n: 12345678 }, null, true] })).toEqual({
      'x-{{PIN}}': [1, { n: '{{PIN}}' }, null, true],
    });
  });

  it('is the same object when there is nothing in it, and is never changed itself', () => {
    const value = Object.freeze({ a: Object.freeze([1, 'x']), b: Object.freeze({ c: SECRET }) });
    const masked = masker.value(value) as typeof value;
    expect(masked.a).toBe(value.a);
    expect(value.b.c).toBe(SECRET);
    expect(masker.value(value.a)).toBe(value.a);
  });

  it('nested without end shows nothing below the depth it can follow', () => {
    let deep: unknown = SECRET;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(() => masker.value(deep)).not.toThrow();
  });

  it('costs nothing when there are no secrets', () => {
    const idle = createMasker([{ name: 'EMPTY', value: '' }]);
    expect(idle.idle).toBe(true);
    const value = { a: 1 };
    expect(idle.value(value)).toBe(value);
  });
});

describe('redactDocument', () => {
  const documentOf = (config: Record<string, unknown>) =>
    WorkflowDocument.parse({
      blocks: {
        a: { id: 'a', type: 'api', name: 'api', position: { x: 0, y: 0 }, config },
        s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
      },
      edges: [],
    });
  const redacted = (config: Record<string, unknown>) => redactDocument(documentOf(config)).blocks.a?.config;
  const row = (key: string, value: string) => ({ key, value, enabled: true });

  it.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'X-API-Key',
    'api-key',
    'apikey',
    'access_token',
    'X-Auth-Token',
    'client_secret',
    'Password',
  ])('conceals a literal %s, also in rows that are off', (key) => {
    expect(redacted({ headers: [{ ...row(key, 'abc'), enabled: false }] })).toEqual({
      headers: [{ ...row(key, '***'), enabled: false }],
    });
  });

  it('conceals other spellings of a credential too', () => {
    const written = 'token=s3cr%65t';
    expect(redacted({ params: [{ ...row('token', 's3cret'), written }] })).toEqual({
      params: [row('token', '***')],
    });
  });

  it('conceals passwords and keys in a URL', () => {
    expect(redacted({ url: 'https://u:pw@h.example/a?api_key=x1&page=2&token=<start.t>#f' })).toEqual({
      url: 'https://u:***@h.example/a?api_key=***&page=2&token=<start.t>#f',
    });
  });

  it('keeps what is no credential, and the document itself when there is none', () => {
    const document = documentOf({
      url: 'https://h.example/?token={{TOKEN}}',
      headers: [row('Authorization', 'Bearer {{TOKEN}}'), row('Accept', 'text/plain'), row('X-Token', '')],
      params: [row('token', '<start.token>')],
    });
    expect(redactDocument(document)).toBe(document);
  });

  it('takes an escaped or unknown reference for what it is: text', () => {
    expect(redacted({ headers: [row('X-Token', '<gone.token>')] })).toEqual({
      headers: [row('X-Token', '***')],
    });
  });
});

it('a stored document holds no credential of an auth preset, but its variables and all else', () => {
  const auth = { kind: 'oauth2ClientCredentials', tokenUrl: 'https://t.example/token', clientId: 'id' };
  const configs = [
    { auth: { ...auth, clientSecret: 'typed' } },
    { auth: { kind: 'basic', username: 'me', password: 'typed' } },
    { auth: { kind: 'apiKey', in: 'query', name: 'k', apiKey: 'typed' } },
    { auth: { kind: 'bearer', token: '{{TOKEN}}' } },
  ];
  const position = { x: 0, y: 0 };
  const blocks = configs.map((config, at) => [
    `b${at}`,
    { id: `b${at}`, type: 'api', name: `b${at}`, position, config },
  ]);
  const document = WorkflowDocument.parse({ blocks: Object.fromEntries(blocks), edges: [] });
  const shown = Object.values(redactDocument(document).blocks).map(({ config }) => config);
  expect(shown).toEqual([
    { auth: { ...auth, clientSecret: '***' } },
    { auth: { kind: 'basic', username: 'me', password: '***' } },
    { auth: { kind: 'apiKey', in: 'query', name: 'k', apiKey: '***' } },
    { auth: { kind: 'bearer', token: '{{TOKEN}}' } },
  ]);
});

it('a value that was redacted has a mark of its own, and a variable’s name comes before it', () => {
  const found = { name: null, value: 'DE02120300000000202051', redacted: true as const };
  const masked = createMasker([]).with([found]);
  expect(masked.text(`to ${found.value}`)).toBe('to [redacted]');
  expect(masked.text(Buffer.from(found.value).toString('base64'))).toBe('[redacted]');
  expect(
    createMasker([{ name: 'IBAN', value: found.value }])
      .with([found])
      .text(found.value),
  ).toBe('{{IBAN}}');
});

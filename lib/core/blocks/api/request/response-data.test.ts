import { describe, expect, it } from 'vitest';
import { contentTypeOf, readResponseData } from './response-data';

const read = (body: string | Buffer, type?: string) => {
  const { jsonValues: _, ...rest } = readResponseData(Buffer.from(body), type);
  return rest;
};

describe('data of a response', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/problem+json',
    'image/x.foo+json',
  ])('of type %s is parsed', (type) =>
    expect(read('{"a":[1,"ü"]}', type)).toEqual({ data: { a: [1, 'ü'] }, warning: null }),
  );

  it.each(['5', '"text"', 'null', 'false', '[]'])('of JSON %s is that value', (body) => {
    expect(read(body, 'application/json').data).toEqual(JSON.parse(body));
  });

  it('of JSON with a byte order mark or another charset is parsed', () => {
    expect(read('\ufeff{"a":1}', 'application/json').data).toEqual({ a: 1 });
    expect(read(Buffer.from('{"a":"é"}', 'latin1'), 'application/json; charset=iso-8859-1').data).toEqual({
      a: 'é',
    });
  });

  it('of malformed JSON is its text, with a warning', () => {
    const { data, warning } = read('{"a":', 'application/json');
    expect(data).toBe('{"a":');
    expect(warning).toContain('is not');
  });

  it('that is empty is null, whatever the type', () => {
    for (const type of ['application/json', 'text/plain', 'image/png', undefined]) {
      expect(read('', type)).toEqual({ data: null, warning: null });
    }
    expect(read(' \n', 'application/json')).toEqual({ data: null, warning: null });
  });

  it.each([
    'text/plain',
    'text/html; charset=utf-8',
    'application/xml',
    'image/svg+xml',
    'application/javascript',
    'application/x-ndjson',
    'application/x-www-form-urlencoded',
    'application/vnd.thing; charset=utf-8',
    'application/xml; charset=no-such-charset',
  ])('of type %s is text', (type) => expect(read('{"a":1}', type).data).toBe('{"a":1}'));

  it('of text in another charset is decoded', () => {
    expect(read(Buffer.from('é', 'latin1'), 'text/plain; charset="ISO-8859-1"').data).toBe('é');
    expect(read(Buffer.from([0x83, 0x65]), 'text/plain; charset=shift_jis').data).toBe('テ');
  });

  it.each<[what: string, body: string, type: string, text: string]>([
    ['XML', '<?xml version="1.0" encoding="windows-1250" ?><t>\xe8</t>', 'text/xml', 'č'],
    ['a feed', "<?xml version='1.0' encoding='ISO-8859-1'?><t>\xe8</t>", 'application/rss+xml', 'è'],
    ['HTML', '<html><head><meta charset="windows-1251"></head>\xe8</html>', 'text/html', 'и'],
    ['a text with a mark', '\xff\xfe\xe8\0', 'text/plain; charset=latin1', 'è'],
  ])('of %s is read as it says itself', (_, body, type, text) => {
    const { data, warning } = read(Buffer.from(body, 'latin1'), type);
    expect([data, warning]).toEqual([expect.stringContaining(text), null]);
  });

  it('of no type, with a mark or a declaration, is text', () => {
    expect(read(Buffer.from('\xff\xfe\xe8\0', 'latin1')).data).toBe('è');
    const xml = '<?xml version="1.0" encoding="latin1"?><t>\xe8</t>';
    expect(read(Buffer.from(xml, 'latin1')).data).toBe(xml);
  });

  it.each([
    ['application/json', '"\xff"', '\ufffd', 'UTF-8'],
    ['text/plain', '\xff', '\ufffd', 'UTF-8'],
    ['text/plain; charset=shift_jis', '\x83', '\ufffd', 'SHIFT_JIS'],
  ])('of type %s with other bytes has a warning', (type, body, data, encoding) => {
    const warning = `The response has bytes that aren't ${encoding}; data has \ufffd in their place.`;
    expect(read(Buffer.from(body, 'latin1'), type)).toEqual({ data, warning });
  });

  it('of JSON in another charset is counted as its text', () => {
    // The first byte of U+2200 in UTF-16 is a quotation mark of ASCII.
    const body = Buffer.from(
      `\ufeff["\u0022".length,"∀"${',1'.repeat(1_000_000)}]`.replace('"\u0022".length', '0'),
      'utf16le',
    );
    expect(readResponseData(body, 'application/json')).toMatchObject({ data: null, jsonValues: 1_000_000 });
  });

  it.each(['application/octet-stream', 'image/png', 'application/pdf', 'application/zip', 'audio/mpeg'])(
    'of type %s is binary',
    (type) =>
      expect(read(Buffer.from([0, 1, 255]), type).data).toEqual({
        contentType: type,
        size: 3,
        base64: 'AAH/',
      }),
  );

  it('without a type is text when it reads as text, else binary', () => {
    expect(read('grüße').data).toBe('grüße');
    expect(read(Buffer.from([0x61, 0xff])).data).toEqual({ contentType: null, size: 2, base64: 'Yf8=' });
    expect(read(Buffer.from([0x61, 0])).data).toEqual({ contentType: null, size: 2, base64: 'YQA=' });
  });

  it('keeps a key named __proto__ as data', () => {
    const { data } = read('{"__proto__":{"x":1}}', 'application/json');
    expect(Object.keys(data as object)).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('x');
  });
});

describe('a content type', () => {
  it.each([
    ['application/json', 'application/json'],
    ['application/json, application/json', 'application/json'],
    ['text/html, application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/json,charset=utf-8', 'application/json'],
    ['application/json, , ', 'application/json'],
    ['text/html; a="b,c/d"', 'text/html; a="b,c/d"'],
    ['nonsense, more', 'nonsense, more'],
  ])('%s is read as %s', (given, expected) => {
    expect(contentTypeOf({ headers: { 'content-type': given } })).toBe(expected);
  });

  it('that is missing is undefined', () => expect(contentTypeOf({ headers: {} })).toBeUndefined());
});

import { describe, expect, it } from 'vitest';
import { encodingOfDocument, encodingOfJson, readContentType } from './declared-encoding';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const meta = (tag: string) => latin1(`<!DOCTYPE html><html lang=de><head>${tag}</head>x</html>`);

describe('the encoding of a document', () => {
  it.each<[what: string, body: Buffer, type: string | undefined, encoding: string | null]>([
    ['a mark before the type', latin1('\xef\xbb\xbfx'), 'text/plain; charset=latin1', 'utf-8'],
    ['a mark of UTF-16', latin1('\xff\xfex\0'), 'text/plain', 'utf-16le'],
    ['a mark of UTF-16, big end first', latin1('\xfe\xff\0x'), undefined, 'utf-16be'],
    ['the type before the document', meta('<meta charset=koi8-r>'), 'text/html; charset="Big5"', 'big5'],
    ['an unknown charset of the type', meta('<meta charset=koi8-r>'), 'text/html; charset=x', 'koi8-r'],
    ['XML', latin1('<?xml version="1.0" encoding="windows-1250"?><a/>'), 'text/xml', 'windows-1250'],
    [
      'XML in other quotes',
      latin1("<?xml version='1.0' encoding = 'latin1' ?>"),
      'application/xml',
      'windows-1252',
    ],
    ['a type of XML', latin1('<?xml version="1.0" encoding="GBK"?>'), 'application/rss+xml', 'gbk'],
    ['XML of no type', latin1('<?xml version="1.0" encoding="GBK"?>'), undefined, 'gbk'],
    ['XML in UTF-16 without a mark', latin1('<\0?\0x\0'), 'text/xml', 'utf-16le'],
    ['XML that can’t be UTF-16', latin1('<?xml version="1.0" encoding="UTF-16"?>'), 'text/xml', 'utf-8'],
    ['XML that declares nothing', latin1('<?xml version="1.0"?><a encoding="GBK"/>'), 'text/xml', null],
    ['a declaration that is no first', latin1(' <?xml version="1.0" encoding="GBK"?>'), 'text/xml', null],
    ['plain text', latin1('<?xml version="1.0" encoding="GBK"?>'), 'text/plain', null],
    ['HTML', meta('<meta charset="windows-1252">'), 'text/html', 'windows-1252'],
    ['HTML in another form', meta("<META\n/CharSet = ' koi8-u '/>"), 'text/html', 'koi8-u'],
    [
      'HTML of old',
      meta('<meta content="text/html; charset=Shift_JIS" http-equiv=content-type>'),
      'text/html',
      'shift_jis',
    ],
    ['a content of something else', meta('<meta name="x" content="charset=GBK">'), 'text/html', null],
    ['a tag in a comment', meta('<!-- <meta charset=gbk> --><meta charset=big5>'), 'text/html', 'big5'],
    ['a tag in an attribute', meta('<a title="<meta charset=gbk>"><meta charset=big5>'), 'text/html', 'big5'],
    ['a comment without an end', meta('<!-- <meta charset=gbk>'), 'text/html', null],
    ['an unknown one first', meta('<meta charset=x><meta charset=big5>'), 'text/html', 'big5'],
    ['one far behind', latin1(`${' '.repeat(1_024)}<meta charset=gbk>`), 'text/html', null],
    ['HTML that is XML', latin1('<?xml version="1.0" encoding="GBK"?><html>'), 'text/html', 'gbk'],
  ])('is that of %s', (_, body, type, encoding) => expect(encodingOfDocument(body, type)).toBe(encoding));

  it('of JSON is UTF-8 unless a mark or the type says another', () => {
    expect(encodingOfJson(latin1('{}'), 'application/json')).toBe('utf-8');
    expect(encodingOfJson(latin1('{}'), 'application/json; charset=latin1')).toBe('windows-1252');
    expect(encodingOfJson(latin1('\xff\xfe{\0'), 'application/json; charset=latin1')).toBe('utf-16le');
  });
});

it.each([
  ['text/html', 'text/html', null],
  ['Text/HTML ; x=y; CHARSET = "UTF-8" ', 'text/html', 'UTF-8'],
  ['text/html;charset=;charset=gbk', 'text/html', 'gbk'],
  ['', null, null],
  [undefined, null, null],
])('a content type %j is taken apart', (header, type, charset) =>
  expect(readContentType(header)).toEqual({ type, charset }),
);

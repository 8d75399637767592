import { describe, expect, it, test } from 'vitest';
import { expectShortTasks } from '../../testing/expect-short-tasks';
import { MAX_FORM_PAIRS, MAX_FORM_PARTS } from './form-limits';
import { collectByName, readForm } from './read-form';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=xx';
const DISPOSITION = 'Content-Disposition: form-data; ';
const MB = 1024 * 1024;
/** A stranger holds the event loop no longer than this. */
const MOST_MS = 100;

const parts = (count: number, disposition = 'name="a"') =>
  `${`--xx\r\n${DISPOSITION}${disposition}\r\n\r\n1\r\n`.repeat(count)}--xx--\r\n`;

/** Reads a form, of files their text and, after them, their name. */
async function valuesOf(body: string | Buffer, contentType = MULTIPART) {
  const pairs = await readForm(Buffer.from(body), contentType);
  return pairs?.map(([name, value]) =>
    typeof value === 'string'
      ? [name, value]
      : [name, value.bytes.toString('utf8'), value.fileName, value.contentType],
  );
}

describe('forms of too many fields are refused by counting them', () => {
  it.each<[what: string, body: string, contentType: string]>([
    ['one name 40,000 times', 'a&'.repeat(40_000), URLENCODED],
    ['pairs of 10 MB', 'a='.repeat(1).concat('&b'.repeat(5 * MB)), URLENCODED],
    ['20,000 names', Array.from({ length: 20_000 }, (_, n) => `n${n}`).join('&'), URLENCODED],
    ['130,000 files', parts(130_000, 'name="a"; filename="f"'), MULTIPART],
    ['14,000 texts', parts(14_000), MULTIPART],
    ['delimiters alone', '\r\n--xx'.repeat(1_000_000), MULTIPART],
    ['parts with bare line feeds', parts(10_000).replaceAll('\r', ''), MULTIPART],
  ])('%s', async (_, body, contentType) => {
    const bytes = Buffer.from(body);
    await expectShortTasks(
      () =>
        expect(readForm(bytes, contentType)).rejects.toMatchObject({
          code: 'payload_too_large',
          issues: [{ param: 'body', code: 'body_too_complex' }],
        }),
      { mostMs: MOST_MS },
    );
  });
});

describe('the largest forms are read in turns of the event loop', () => {
  const file = (bytes: number) =>
    `--xx\r\n${DISPOSITION}name="a"; filename="f"\r\n\r\n${'\r\n--x'.repeat(bytes / 5)}\r\n--xx--`;

  it.each<[what: string, body: string, contentType: string, count: number]>([
    ['pairs', `a=1${'&a=1'.repeat(MAX_FORM_PAIRS - 1)}`, URLENCODED, MAX_FORM_PAIRS],
    ['long pairs', `a=${'%41+'.repeat(500)}&`.repeat(4_900), URLENCODED, 4_900],
    ['one long value', `a=${'%41'.repeat(3 * MB)}`, URLENCODED, 1],
    ['texts', parts(MAX_FORM_PARTS), MULTIPART, MAX_FORM_PARTS],
    ['files', parts(MAX_FORM_PARTS, 'name="a"; filename="f"'), MULTIPART, MAX_FORM_PARTS],
    ['long headers', parts(600, `name="a"; x="${'y'.repeat(15_000)}"`), MULTIPART, 600],
    ['many parameters', parts(600, `name="a"${'; x=1'.repeat(3_000)}`), MULTIPART, 600],
    ['one file full of beginnings of delimiters', file(9 * MB), MULTIPART, 1],
  ])('%s', async (_, body, contentType, count) => {
    const bytes = Buffer.from(body);
    await expectShortTasks(async () => expect(await readForm(bytes, contentType)).toHaveLength(count), {
      mostMs: MOST_MS,
    });
  });
});

describe('multipart as programs send it', () => {
  const part = (disposition: string, content = '1') =>
    `--xx\r\n${DISPOSITION}${disposition}\r\n\r\n${content}\r\n`;
  const END = '--xx--\r\n';

  it.each<[what: string, body: string, read: string[]]>([
    ['a text', part('name="a"'), ['a', '1']],
    ['an empty text', part('name="a"', ''), ['a', '']],
    ['an empty name', part('name=""'), ['', '1']],
    ['a file', part('name="a"; filename="f.txt"'), ['a', '1', 'f.txt', 'text/plain']],
    ['a file of no name', part('name="a"; filename=""'), ['a', '1', '', 'text/plain']],
    [
      'a file with a type',
      part('name="a"; filename="f"\r\nContent-Type: Text/CSV; charset=utf-8'),
      ['a', '1', 'f', 'text/csv; charset=utf-8'],
    ],
    ['names without quotes', part('name=a; filename=f.txt'), ['a', '1', 'f.txt', 'text/plain']],
    ['filename* alone', part(`name="a"; filename*=UTF-8''%e2%82%ac.txt`), ['a', '1', '€.txt', 'text/plain']],
    [
      'filename* after filename',
      part(`name="a"; filename="e.txt"; filename*=UTF-8''%e2%82%ac.txt`),
      ['a', '1', '€.txt', 'text/plain'],
    ],
    [
      'filename* before filename',
      part(`name="a"; filename*=iso-8859-1'de'%fc.txt; filename="u.txt"`),
      ['a', '1', 'ü.txt', 'text/plain'],
    ],
    [
      'a filename* that is none',
      part(`name="a"; filename="e.txt"; filename*=x`),
      ['a', '1', 'e.txt', 'text/plain'],
    ],
    ['escaped quotes', part('name="a\\"b"; filename="x\\"y\\\\z"'), ['a"b', '1', 'x"y\\z', 'text/plain']],
    ['the quotes of browsers', part('name="a%22b%0D%0A%41"'), ['a"b\r\n%41', '1']],
    [
      'a path of Windows',
      part('name="a"; filename="C:\\dir\\f.txt"'),
      ['a', '1', 'C:\\dir\\f.txt', 'text/plain'],
    ],
    ['semicolons', part('name="a;b"; filename="c; d=e"'), ['a;b', '1', 'c; d=e', 'text/plain']],
    ['UTF-8', part('name="ü"; filename="€"', '💸'), ['ü', '💸', '€', 'text/plain']],
    ['a folded header', part('x=y;\r\n name="a"'), ['a', '1']],
    ['a preamble', `This is MIME.\r\n${part('name="a"')}`, ['a', '1']],
    ['an empty line before it', `\r\n${part('name="a"')}`, ['a', '1']],
    ['a delimiter inside a line', part('name="a"', 'x --xx y\r\n-xx'), ['a', 'x --xx y\r\n-xx']],
  ])('%s', async (_, body, read) => {
    expect(await valuesOf(body + END)).toEqual([read]);
    expect(await valuesOf(`${body}--xx--`)).toEqual([read]);
    expect(await valuesOf(`${body}${END}an epilogue\r\n--x\r\n`)).toEqual([read]);
  });

  it('with bare line feeds keeps those of its contents', async () => {
    const body = `--xx\n${DISPOSITION}name="a"\nX-Y: z\n\n1\n\r\n2\n\n--xx\n${DISPOSITION}name="b"; filename="f"\n\n3\n--xx--\n`;
    expect(await valuesOf(body)).toEqual([
      ['a', '1\n\r\n2\n'],
      ['b', '3', 'f', 'text/plain'],
    ]);
    expect(await valuesOf(`before\n${body}after`)).toHaveLength(2);
  });

  it('keeps the bytes of a file, however they fall into pieces', async () => {
    for (const length of [16_383, 16_384, 16_385, 100_000]) {
      const bytes = Buffer.alloc(length, '\r\n--x\n-\r');
      const head = Buffer.from(`--xx\r\n${DISPOSITION}name="a"; filename="f"\r\n\r\n`);
      const form = await readForm(Buffer.concat([head, bytes, Buffer.from('\r\n--xx--')]), MULTIPART);
      expect(form).toMatchObject([['a', { fileName: 'f' }]]);
      expect(bytes.equals((form![0]![1] as { bytes: Buffer }).bytes)).toBe(true);
    }
  });

  it.each([
    ['nothing', ''],
    ['no delimiter', 'just text'],
    ['no end', part('name="a"')],
    ['an end within the headers', `--xx\r\n${DISPOSITION}`],
    ['a part without a name', `--xx\r\nX: y\r\n\r\n1\r\n${part('name="a"')}${END}`],
    ['a part without headers', `--xx\r\n\r\n1\r\n${END}`],
    ['an attachment', `--xx\r\nContent-Disposition: attachment; filename="f"\r\n\r\n1\r\n${END}`],
  ])('is no form with %s', async (what, body) => {
    expect([what, await valuesOf(body)]).toEqual([what, undefined]);
  });

  it('is no form without a boundary, or with one that takes long to look for', async () => {
    expect(await valuesOf(part('name="a"') + END, 'multipart/form-data')).toBeUndefined();
    const long = 'x'.repeat(60_000);
    expect(await valuesOf(`--${long}--`, `multipart/form-data; boundary=${long}`)).toBeUndefined();
  });

  it.each([
    ['a name', part(`name="${'a'.repeat(1_001)}"`)],
    ['headers', part(`name="a"; filename="${'f'.repeat(20_000)}"`)],
  ])('refuses %s of too many characters', async (_, body) => {
    await expect(readForm(Buffer.from(body + END), MULTIPART)).rejects.toThrow(/more than 1[\d,]+ /);
  });
});

describe('the charset of a form is the one that its sender says', () => {
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  const multipart = (...parts: Array<[name: string, content: string, more?: string]>): Buffer =>
    latin1(
      `${parts
        .map(
          ([name, content, more = '']) => `--xx\r\n${DISPOSITION}name="${name}"${more}\r\n\r\n${content}\r\n`,
        )
        .join('')}--xx--\r\n`,
    );
  const typed = (type: string) => `\r\nContent-Type: ${type}`;

  it.each<[what: string, body: Buffer, contentType: string, read: string[][]]>([
    ['the type of a form', latin1('caf%E9=%80+\xe9'), `${URLENCODED}; charset=iso-8859-1`, [['café', '€ é']]],
    [
      'PayPal’s field',
      latin1('n=caf%E9&charset=windows-1252'),
      URLENCODED,
      [
        ['n', 'café'],
        ['charset', 'windows-1252'],
      ],
    ],
    [
      'the field of the standard',
      latin1('_charset_=gb2312&charset=latin1&n=%C1%AA'),
      URLENCODED,
      [
        ['_charset_', 'gb2312'],
        ['charset', 'latin1'],
        ['n', '联'],
      ],
    ],
    [
      'the type before a field',
      latin1('n=%C3%A9&charset=latin1'),
      `${URLENCODED}; charset=UTF-8`,
      [
        ['n', 'é'],
        ['charset', 'latin1'],
      ],
    ],
    [
      'an unknown charset',
      latin1('n=%C3%A9&charset=none'),
      `${URLENCODED}; charset=none`,
      [
        ['n', 'é'],
        ['charset', 'none'],
      ],
    ],
    [
      'a field that can’t be so',
      latin1('n=ab&charset=utf-16'),
      URLENCODED,
      [
        ['n', 'ab'],
        ['charset', 'utf-16'],
      ],
    ],
    [
      'a part',
      multipart(['a', 'caf\xe9', typed('text/plain; charset=ISO-8859-1')], ['b', 'x']),
      MULTIPART,
      [
        ['a', 'café'],
        ['b', 'x'],
      ],
    ],
    [
      'a part of XML',
      multipart(['a', '<?xml version="1.0" encoding="latin1"?>\xe9', typed('text/xml')]),
      MULTIPART,
      [['a', '<?xml version="1.0" encoding="latin1"?>é']],
    ],
    [
      'a field of parts',
      multipart(['_charset_', 'koi8-r'], ['a', '\xc1']),
      MULTIPART,
      [
        ['_charset_', 'koi8-r'],
        ['a', 'а'],
      ],
    ],
    [
      'SendGrid’s field',
      multipart(['charsets', '{"to":"UTF-8","text":"iso-8859-1"}'], ['text', 'caf\xe9'], ['to', '\xc3\xa9']),
      MULTIPART,
      [
        ['charsets', '{"to":"UTF-8","text":"iso-8859-1"}'],
        ['text', 'café'],
        ['to', 'é'],
      ],
    ],
    [
      'a file’s name in its own',
      multipart(['a', '\xe9', `; filename*=windows-1252''%80.txt`]),
      MULTIPART,
      [['a', '\ufffd', '€.txt', 'text/plain']],
    ],
  ])('%s', async (_, body, contentType, read) => expect(await valuesOf(body, contentType)).toEqual(read));

  it('keeps the bytes of a part that is neither text nor in its charset', async () => {
    const [[, value]] = (await readForm(
      multipart(['a', '\xff\xfe', typed('application/octet-stream')]),
      MULTIPART,
    )) as unknown as [[string, { fileName: null; bytes: Buffer }]];
    expect([value.fileName, value.bytes.toString('hex')]).toEqual([null, 'fffe']);
    expect(await valuesOf(multipart(['a', '{"b":1}', typed('application/json')]))).toEqual([
      ['a', '{"b":1}'],
    ]);
  });

  it('in short turns, however large it is', async () => {
    const body = latin1(
      `charset=shift_jis&a=${'\x83\x65'.repeat(2_000)}`.concat(`&b=${'%83%65'.repeat(100)}`.repeat(4_900)),
    );
    await expectShortTasks(async () => expect(await readForm(body, URLENCODED)).toHaveLength(4_902), {
      mostMs: MOST_MS,
    });
  });
});

test('a name that comes several times has a list, whatever it is called', () => {
  const pairs: Array<[string, string]> = [
    ['a', '1'],
    ['__proto__', 'x'],
    ['a', '2'],
    ['1', ''],
  ];
  const collected = collectByName(pairs);
  expect(Object.entries(collected)).toEqual([
    ['1', ''],
    ['a', ['1', '2']],
    ['__proto__', 'x'],
  ]);
});

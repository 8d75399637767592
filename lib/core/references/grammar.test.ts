import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { findReferences, findVariables } from './find-references';
import { type Reference, ReferenceReader } from './grammar';
import { renameReferences } from './rename-references';
import { slugOf } from './slug';
import { parseTemplate } from './template';
import { findUnread, looseWords } from './unread-references';

const anyHead = () => true;
const read = (text: string) => new ReferenceReader(text).readAt(0, anyHead);

describe('the grammar', () => {
  it.each([
    ['<api.data>', ['data']],
    ['<api.data.items[0].x>', ['data', 'items', 0, 'x']],
    ['<api.data[-1]>', ['data', -1]],
    [`<api.data['a b']>`, ['data', 'a b']],
    ['<api.data["it\'s"]>', ['data', "it's"]],
    [String.raw`<api.data['it\'s']>`, ['data', "it's"]],
    [`<api.data['>']>`, ['data', '>']],
    ['<api.$x.content-type._y>', ['$x', 'content-type', '_y']],
    ['<api.__proto__>', ['__proto__']],
    ['<api.data.straße>', ['data', 'straße']],
    ['<api.data.größe.日本語.имя>', ['data', 'größe', '日本語', 'имя']],
    ['<api.ключ.𠮷野>', ['ключ', '𠮷野']],
    ['<api.data.می\u200cخواهم>', ['data', 'می\u200cخواهم']],
  ])('%s is a path', (text, path) => {
    expect(read(text)).toMatchObject({ start: 0, end: text.length, path, optional: false, fallback: null });
  });

  it.each([
    ['<api.a?>', { optional: true, fallback: null, modifier: null }],
    ['<api.a ?? 0>', { optional: false, fallback: { value: 0 } }],
    ['<api.a ?? -1.5e3>', { fallback: { value: -1500 } }],
    ['<api.a ?? null>', { fallback: { value: null } }],
    ['<api.a ?? true>', { fallback: { value: true } }],
    [String.raw`<api.a ?? "say \"x\">">`, { fallback: { value: 'say "x">' } }],
    ["<api.a ?? ''>", { fallback: { value: '' } }],
    ['<api.a ?? []>', { fallback: { value: [] } }],
    ['<api.a? ?? {}:json>', { optional: true, fallback: { value: {} }, modifier: 'json' }],
    ['<api>', { path: [] }],
    ['<api?>', { path: [], optional: true }],
    ['<api ?? {}>', { path: [], fallback: { value: {} } }],
    ['<api:json>', { path: [], modifier: 'json' }],
    ['<api.a:raw>', { modifier: 'raw' }],
    ['<api.a? ?? "x":json>', { optional: true, fallback: { value: 'x' }, modifier: 'json' }],
  ])('%s is a reference', (text, expected) => {
    expect(read(text)).toMatchObject({ end: text.length, ...expected });
  });

  it.each([
    ['<api.data.1st>', ['data', '1st'], "<api.data['1st']>"],
    ['<api.data.a b>', ['data', 'a b'], "<api.data['a b']>"],
    ['<api.data.items.0.x>', ['data', 'items', 0, 'x'], '<api.data.items[0].x>'],
    ['<api.data.first name.2nd ?? "x">', ['data', 'first name', '2nd'], "<api.data['first name']['2nd']>"],
  ])('%s is understood, and better written in brackets', (text, path, better) => {
    const reference = read(text);
    expect(reference).toMatchObject({ end: text.length, path, isLoose: true });
    expect(looseWords(reference as Reference)).toContain(`Write ${better}:`);
  });

  it.each([
    '<api.>',
    '<api.a',
    '<api[0]>',
    "<api['a']>",
    '<1api.a>',
    '<api.1>',
    '< api.a>',
    '<api.a >',
    '<api .a>',
    '<api.a[]>',
    '<api.a[01]>',
    '<api.a[1>',
    '<api.a["x>',
    '<api.a[\n"x"]>',
    '<api.a["x\n"]>',
    '<api.a??0>',
    '<api.a ?? >',
    '<api.a ?? x>',
    '<api.a:upper>',
    '<api.a:>',
    '<api..a>',
    '<api.a?b>',
    '<api.data ?? [1]>',
    '<api.data.😀>',
    '<api.1st>',
    '<api.data is great>',
    '<api.data.a  b>',
    '<api.data.a b >',
    '<api.data.a -b>',
    '<straße.data>',
    `<${'a'.repeat(65)}.b>`,
  ])('%s is text', (text) => {
    expect(read(text)).toBeNull();
  });

  it('takes heads of 64 characters, in any case', () => {
    const head = 'A'.repeat(64);
    expect(read(`<${head}.b>`)).toMatchObject({ head, slug: head.toLowerCase() });
  });
});

describe('templates', () => {
  it('give back any text that holds no known head', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>{}.?:"\'[]\\ab0 ') }), (text) => {
        const parts = parseTemplate(text, () => false).parts;
        const source = parts.map((part) =>
          typeof part !== 'string' && part.kind === 'variable'
            ? '\\'.repeat(part.slashes) + text.slice(part.start, part.end)
            : part,
        );
        expect(source.join('')).toBe(text);
      }),
    );
  });

  it.each([
    ['keys that never close', "<a.b['"],
    ['keys inside keys', `<a.b['<a.b["q']['`],
    ['long paths', '<a.b.c.d'],
    ['defaults that never close', '<a.b ?? "'],
    ['opening signs', '<'],
    ['opening braces', '{{'],
    ['open variables', '{{AAAAAAAA'],
    ['backslashes', '\\'],
    ['nested quotes', `['<a.b`],
    ['names with blanks', '<a.b.c d e'],
    ['letters of other scripts', '<a.b.ß'],
  ])('cost linear time on %s', (_, unit) => {
    const costMs = (length: number) => {
      const text = `<a.b${unit.repeat(Math.ceil(length / unit.length))}`;
      return costOf(() => parseTemplate(text, anyHead));
    };
    // In quadratic time, ten times the text would take a hundred times as long: minutes at this length.
    expect(costMs(1_000_000)).toBeLessThan(100 * Math.max(costMs(100_000), 20));
  });
});

describe('whole outputs, and what is not understood,', () => {
  const unitsOf = [
    ['tags', '<a>'],
    ['tags between quotes', '"<a>'],
    ['tags in notes', '/*<a>*/'],
    ['names that never close', '<a.b.c!'],
    ['blanks', '<a       '],
    ['backslashes', '\\\\<a>'],
    ['closing tags', '</a><a.b!>'],
  ];

  it.each(unitsOf)('cost linear time on %s', (_, unit) => {
    const costMs = (length: number) => {
      const text = `<a.b${unit.repeat(Math.ceil(length / unit.length))}`;
      return costOf(() => {
        for (const whole of ['lone', 'json', 'code'] as const)
          findUnread(parseTemplate(text, anyHead, 'ours', whole), anyHead);
      });
    };
    expect(costMs(60_000)).toBeLessThan(100 * Math.max(costMs(6_000), 20));
  });
});

describe('findReferences', () => {
  it('gives positions of what is known and not escaped', () => {
    const text = String.raw`<div><api.data> \<api.x> <other.y> <Loop.index>`;
    expect(findReferences(text, ['api']).map(({ start, end }) => text.slice(start, end))).toEqual([
      '<api.data>',
      '<Loop.index>',
    ]);
  });

  it('finds variables, but none in references or behind a backslash', () => {
    const text = String.raw`{{A}} \{{B}} <api.x ?? "{{C}}"> {{{D}}} {{ E }} {{9}}`;
    expect(findVariables(text, ['api']).map(({ name }) => name)).toEqual(['A', 'D']);
  });
});

describe('renameReferences', () => {
  it('changes the head and nothing else', () => {
    expect(renameReferences('a <API.Data[0]?> <b.c> <api.x ?? "<api.y>">', 'api', 'get-user')).toBe(
      'a <get-user.Data[0]?> <b.c> <get-user.x ?? "<api.y>">',
    );
  });

  it('leaves escaped references and text inside other references alone', () => {
    const text = String.raw`\<api.x> <b.c ?? "<api.y>">`;
    expect(renameReferences(text, 'api', 'z', ['api', 'b'])).toBe(text);
  });

  it('is undone by the rename back', () => {
    const unit = fc.constantFrom('<api.x>', '<b.y>', '\\', '<', 'api', ' ', '"', "['a']", '{{A}}');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const there = renameReferences(text, 'api', 'fetch', ['b']);
        expect(renameReferences(there, 'fetch', 'api', ['b'])).toBe(text);
      }),
    );
  });
});

it('a slug is lowercase and has no spaces', () => {
  expect(slugOf('Get User 2')).toBe('getuser2');
});

import { describe, expect, it } from 'vitest';
import { compileField, emptyScope } from '../blocks/compile-field';
import type { ReferenceContext } from '../blocks/field';
import { findReferences, knownHeads } from './find-references';
import { SKIPPED } from './read-path';
import { renameReferences } from './rename-references';
import { parseTemplate } from './template';
import { findUnread } from './unread-references';
import type { WholeOutputs } from './whole-outputs';

const start = { name: 'Ada', n: 1 };
const scope = () => ({
  ...emptyScope(),
  outputs: new Map<string, unknown>([
    ['start', start],
    ['api', { status: 200, data: [1] }],
    ['skipped', SKIPPED],
  ]),
});
const known = knownHeads(['start', 'api', 'skipped', 'getuser']);
const resolve = (context: ReferenceContext, value: unknown) =>
  compileField(context, value, known).resolve(scope());

describe('a whole output', () => {
  it.each([
    ['<start>', start],
    [' <START> ', start],
    ['<skipped>', null],
    ['<skipped ?? {}>', {}],
    ['<skipped ?? []>', []],
    ['<start:json>', '{"name":"Ada","n":1}'],
    ['{"all": <start>, "tag": "<start>"}', { all: start, tag: '<start>' }],
    ['[<start>, <api.status>]', [start, 200]],
    ['from <start>', 'from <start>'],
    ['{ <start> }', '{ <start> }'],
    [String.raw`\<start>`, '<start>'],
    ['<nobody>', '<nobody>'],
    ['<div>', '<div>'],
  ])('in a field that keeps types: %s', (text, expected) => {
    expect(resolve('value', text)).toEqual(expected);
  });

  it.each([
    ['<api>', '<api>'],
    ['a <api> b', 'a <api> b'],
    ['<api>x</api>', '<api>x</api>'],
    [String.raw`\<api>`, String.raw`\<api>`],
  ])('is a tag in text: %s', (text, expected) => {
    expect(resolve('text', text)).toBe(expected);
  });

  it('stands bare in a JSON body, and is text between its quotes', () => {
    const body = '{"a": <start>, "b": "<start> \\" <start.n>", "c": <api.x ?? "\\""> , "d": <start>}';
    expect(JSON.parse(String(resolve('json', body)))).toEqual({
      a: start,
      b: '<start> " 1',
      c: '"',
      d: start,
    });
  });

  it('stands alone in a row, and in a raw body', () => {
    expect(resolve('query-rows', [{ key: 'q', value: '<start>' }])).toEqual([['q', '{"name":"Ada","n":1}']]);
    expect(resolve('query-rows', [{ key: 'q', value: 'x<start>' }])).toEqual([['q', 'x<start>']]);
    expect(resolve('body', { kind: 'raw', value: '<start>' })).toMatchObject({
      value: '{"name":"Ada","n":1}',
    });
    expect(resolve('body', { kind: 'raw', value: '<a><start></a>' })).toMatchObject({
      value: '<a><start></a>',
    });
  });

  it.each([
    ['return <start>', 'return $ref0'],
    ['f(<start>, <api>.data)', 'f($ref0, $ref1.data)'],
    ['`$' + '{<start>.name} <start>`', '`$' + '{$ref0.name} <start>`'],
    ['`$' + '{{a: {b: <start>}}} <start>`', '`$' + '{{a: {b: $ref0}}} <start>`'],
    [
      '/(?<start>[<api>/"]+)\\k<start>/.exec("<start>") ?? <start>',
      '/(?<start>[<api>/"]+)\\k<start>/.exec("<start>") ?? $ref0',
    ],
    ['a <start> b', 'a <start> b'],
    ['x[0] <start> 2', 'x[0] <start> 2'],
    ['// <start>\n/* <start> */ <start>', '// <start>\n/* <start> */ $ref0'],
    ['<api.data["it\'s"] ?? "\\""> && <start>', '$ref0 && $ref1'],
    ["'it\\'s <start>' + <start>", "'it\\'s <start>' + $ref0"],
    ['4 / 2 / <start>.n', '4 / 2 / $ref0.n'],
  ])('is a variable where code has a value: %s', (code, expected) => {
    expect(resolve('bindings', code)).toMatchObject({ code: expected });
  });

  it('is renamed where it is one, and nowhere else', () => {
    const rename = (text: string, whole: WholeOutputs) =>
      renameReferences(text, 'start', 'begin', ['start', 'api'], whole);
    expect(rename('<start>', 'lone')).toBe('<begin>');
    expect(rename('<start ?? {}>', 'lone')).toBe('<begin ?? {}>');
    expect(rename('<start>', 'none')).toBe('<start>');
    expect(rename('{"a": <start>, "b": "<start> <start.n>"}', 'json')).toBe(
      '{"a": <begin>, "b": "<start> <begin.n>"}',
    );
    expect(rename('return <start> // <start>', 'code')).toBe('return <begin> // <start>');
  });

  it('is found where it is one', () => {
    expect(findReferences('<api>', ['api'])).toEqual([]);
    expect(findReferences('<api>', ['api'], 'lone')).toMatchObject([{ slug: 'api', path: [] }]);
  });
});

describe('what begins as a reference to a known block and is none', () => {
  const unread = (text: string, whole: WholeOutputs = 'none') =>
    findUnread(parseTemplate(text, known, 'ours', whole), known).map(({ message }) => message);

  it.each([
    ['<api>', /<api> stays text: a whole output isn't put into text/],
    ['<api.>', /name of an output/],
    ['<api.data.a!b>', /<api\.data\['a!b'\]>/],
    ['<api.data["a"].b+c.d>', /<api\.data\["a"\]\['b\+c'\]>/],
    ['<api.data.😀>', /<api\.data\['😀'\]>/],
    ['<api.data[*].x>', /brackets hold a whole number/],
    ['<api[0]>', /an output comes first/],
    ['<api.data ?? [1]>', /a default stands between blanks/],
    ['<api.data??1>', /a default stands between blanks/],
    ['<api.data:upper>', /only ":raw" and ":json"/],
    ['<api.data | upper>', /can't stand behind <api\.data/],
    ['<api.data.x', /not closed/],
    ['<Get User.data>', /Write <getuser\.…>/],
    ['<api data>', /can't stand behind <api/],
    ['x <api.data.n > y', /no blank stands before ">"/],
  ])('%s is told of', (text, words) => {
    expect(unread(text)).toEqual([expect.stringMatching(words)]);
  });

  it.each([
    '<div>',
    '<div.x!y>',
    '<api>text</api>',
    '<api id="1">text</API>',
    '<api/>',
    '<api id="1"/>',
    '<api@example.com>',
    '<api://x>',
    'List<api>',
    'a < api.b > c',
    String.raw`\<api.data!>`,
    '<api.data.x> <start.name ?? "<api.>">',
  ])('%s is not', (text) => {
    expect(unread(text)).toEqual([]);
  });

  it('in code, comparisons, notes and regular expressions are left alone', () => {
    expect(unread('if (i <api.n && j> 1) /(?<api>x)/.test(y) // <api.', 'code')).toEqual([]);
    expect(unread('f("<api>", <api.data.a!b>)', 'code')).toHaveLength(2);
  });

  it('are told of up to a few, however many there are', () => {
    expect(unread(Array.from({ length: 100 }, (_, index) => `<api.data.a!${index}>`).join(''))).toHaveLength(
      5,
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileField, emptyScope } from '../blocks/compile-field';
import type { ReferenceContext } from '../blocks/field';
import { knownHeads } from './find-references';
import { type ReferenceScope, SKIPPED } from './read-path';

const isKnown = knownHeads(['api', 'gone']);

function scopeOf(data: unknown, variables: Record<string, string> = {}): ReferenceScope {
  return {
    ...emptyScope(),
    outputs: new Map<string, unknown>([
      ['api', { data }],
      ['gone', SKIPPED],
    ]),
    variables: new Map(Object.entries(variables)),
  };
}

function resolve(
  context: ReferenceContext,
  value: unknown,
  data: unknown = null,
  variables?: Record<string, string>,
) {
  return compileField(context, value, isKnown).resolve(scopeOf(data, variables));
}

const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom(...'"\\/?#&=.%:@{}<>\r\n\0 x0,[]é€', '{{KEY}}', '<api.data>', '..') }),
);

describe('variables', () => {
  it('resolve when known; what is not written like a variable stays text', () => {
    expect(resolve('text', 'Bearer {{KEY}} {{nope}} {{ KEY }} {{1A}} {{_}}', null, { KEY: 's' })).toBe(
      'Bearer s {{nope}} {{ KEY }} {{1A}} {{_}}',
    );
    expect(resolve('text', '{{lower}}', null, { lower: 'v' })).toBe('v');
  });

  it.each<[ReferenceContext, unknown]>([
    ['text', 'Bearer {{NOT_THERE}}'],
    ['value', '{{NOT_THERE}}'],
    ['value', '[{{NOT_THERE}}]'],
    ['json', '{"a": "{{NOT_THERE}}"}'],
    ['json', '{"a": {{NOT_THERE}}}'],
    ['url', '{{NOT_THERE}}/x'],
    ['url', 'https://h.example/{{NOT_THERE}}'],
    ['header-rows', [{ key: 'Authorization', value: 'Bearer {{NOT_THERE}}' }]],
    ['query-rows', [{ key: '{{NOT_THERE}}', value: '1' }]],
    ['path-rows', [{ key: 'id', value: '{{NOT_THERE}}' }]],
    ['members', { tokenUrl: 'https://h.example', clientId: '{{NOT_THERE}}' }],
    ['body', { kind: 'raw', value: '{{NOT_THERE}}', contentType: 'text/plain' }],
    ['body', { kind: 'form', rows: [{ key: 'a', value: '{{NOT_THERE}}' }] }],
    ['body', { kind: 'multipart', rows: [{ key: 'a', value: '{{NOT_THERE}}' }] }],
    ['body', { kind: 'graphql', query: 'query { a }', variables: '{"a": "{{NOT_THERE}}"}' }],
  ])('that nobody has set are an error in %s: %j', (context, value) => {
    expect(() => resolve(context, value)).toThrow(
      expect.objectContaining({
        code: 'VARIABLE_NOT_FOUND',
        message: expect.stringContaining('{{NOT_THERE}}'),
      }),
    );
  });

  it('that nobody has set fail nothing in code that doesn’t read them', () => {
    expect(resolve('bindings', String.raw`return \\{{NOT_THERE}} + {{KEY}}`, null, { KEY: 'k' })).toEqual({
      code: String.raw`return \$ref0 + $ref1`,
      bindings: { $ref1: 'k' },
      missing: {
        $ref0: { code: 'VARIABLE_NOT_FOUND', message: expect.stringContaining('{{NOT_THERE}}') },
      },
    });
  });

  it('are escaped by an odd run of backslashes', () => {
    expect(resolve('text', String.raw`\{{KEY}} \\{{KEY}} \{{NOPE}} \{{nope}}`, null, { KEY: 's' })).toBe(
      String.raw`{{KEY}} \s {{NOPE}} \{{nope}}`,
    );
  });

  it('and references leave an even run of backslashes in a JSON body to JSON', () => {
    const body = (text: string) => JSON.parse(resolve('json', text, 'v', { KEY: 's' }) as string);
    expect(body(String.raw`{"a": "\\<api.data>", "b": "\\{{KEY}}"}`)).toEqual({ a: '\\v', b: '\\s' });
    expect(body(String.raw`["\\\<api.data>", "\<api.data>", "\{{KEY}}"]`)).toEqual([
      '\\<api.data>',
      '<api.data>',
      '{{KEY}}',
    ]);
  });

  it('never come out of an upstream value, a variable or a default', () => {
    const variables = { KEY: 's', LOOP: '{{KEY}}<api.data>' };
    expect(resolve('text', '<api.data>{{LOOP}}<api.data.x ?? "{{KEY}}">', '{{KEY}}', variables)).toBe(
      '{{KEY}}{{KEY}}<api.data>{{KEY}}',
    );
  });

  it('are JSON strings in a JSON body, in quotes or bare', () => {
    const body = { kind: 'json', value: '{"a": "x-{{KEY}}", "b": {{KEY}}}' };
    expect(resolve('body', body, null, { KEY: 'q"\\' })).toEqual({
      kind: 'json',
      value: '{"a": "x-q\\"\\\\", "b": "q\\"\\\\"}',
    });
  });

  it('that only look like ones are no JSON when bare', () => {
    expect(() => resolve('json', '{"b": {{nope}}}')).toThrow(/isn't valid JSON/);
  });

  it('begin a URL only as a whole one, and are named when unknown', () => {
    expect(resolve('url', '{{BASE}}/u', null, { BASE: 'https://h.example/v1' })).toBe(
      'https://h.example/v1/u',
    );
    expect(() => resolve('url', '{{BASE}}/u', null, { BASE: 'h.example' })).toThrow(/whole URL/);
    expect(() => resolve('url', '{{BASE}}/u')).toThrow(/no variable \{\{BASE\}\}/);
    expect(() => resolve('url', 'https://h.example/{{ID}}')).toThrow(/no variable \{\{ID\}\}/);
  });
});

describe('messages', () => {
  it('name the keys there are', () => {
    expect(() => resolve('text', '<api.data.Name>', { id: 1, name: 'x' })).toThrow(
      'api.data.Name does not exist: api.data has only the fields id, name. Did you mean "name"?',
    );
    expect(() => resolve('text', '<api.data.x>', [1])).toThrow(/list of 1 item; pick one with \[0\]/);
    expect(() => resolve('text', '<api.data.x.y>', { x: 'text' })).toThrow(/is a string/);
    expect(() => resolve('text', '<api.data.x>', {})).toThrow(/api\.data is empty/);
  });

  it('say where JSON breaks', () => {
    expect(() => resolve('json', '{\n  "a": 1,\n}')).toThrow(/line 3/);
  });
});

describe('values', () => {
  it('keep their type alone in a field, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(resolve('value', ' <api.data>\n', value)).toBe(value);
      }),
    );
  });

  it('read own properties only', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      expect(() => resolve('value', `<api.data.${name}>`, {})).toThrow(/does not exist/);
    }
    expect(resolve('value', '<api.data.__proto__>', JSON.parse('{"__proto__": 1}'))).toBe(1);
    expect(resolve('value', '<api.data.length>', [1, 2])).toBe(2);
    expect(() => resolve('value', '<api.data.length>', 'text')).toThrow(/does not exist/);
  });

  it('of JSON text become JSON, of other text stay text', () => {
    expect(resolve('value', '{"n": <api.data>, "s": "<api.data>"}', 5)).toEqual({ n: 5, s: '5' });
    expect(resolve('value', 'n = <api.data>', 5)).toBe('n = 5');
    expect(resolve('value', '[{{nope}}]')).toBe('[{{nope}}]');
    expect(resolve('value', '')).toBe('');
    expect(resolve('value', 7)).toBe(7);
  });

  it('a value that references would make too large to be worked with is refused before it is parsed', () => {
    const list = new Array(40_000).fill(0);
    const often = (times: number) => `[${new Array(times).fill('<api.data>').join(',')}]`;
    expect(resolve('value', often(20), list)).toHaveLength(20);
    expect(() => resolve('value', often(30), list)).toThrow(/more than 1,000,000 values/);
  });

  it('too deep for JSON fail as data', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level += 1) deep = [deep];
    expect(() => resolve('text', '<api.data>', deep)).toThrow(/nested too deeply/);
  });
});

describe('no upstream value changes the structure', () => {
  it('of a JSON body', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.jsonValue()), (value) => {
        const text = '{"a": <api.data>, "b": "x<api.data>y", "c": [<api.data>, 1]}';
        const body = JSON.parse(String(resolve('json', text, value)));
        const inText = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
        const asJson = JSON.parse(JSON.stringify(value));
        expect(body).toEqual({ a: asJson, b: `x${inText}y`, c: [asJson, 1] });
      }),
    );
  });

  it('of a URL', () => {
    const template = 'https://u.example/a/<api.data>/b?q=<api.data>&r=1#f<api.data>';
    fc.assert(
      fc.property(anyText, (value) => {
        let url: URL;
        try {
          url = new URL(String(resolve('url', template, value)));
        } catch (error) {
          expect(error).toMatchObject({ name: 'ResolveError' });
          return;
        }
        const segments = url.pathname.split('/');
        expect(url.host).toBe('u.example');
        expect(segments).toHaveLength(4);
        expect([segments[1], segments[3]]).toEqual(['a', 'b']);
        expect([...url.searchParams.keys()]).toEqual(['q', 'r']);
        expect(url.searchParams.get('q')).toBe(decodeURIComponent(segments[2] as string));
      }),
    );
  });

  it('of a host', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        let url: URL;
        try {
          url = new URL(String(resolve('url', 'https://<api.data>.example.com:8443/p', value)));
        } catch (error) {
          expect(error).toMatchObject({ name: 'ResolveError' });
          return;
        }
        expect(url.hostname.endsWith('.example.com')).toBe(true);
        expect([url.port, url.pathname, url.username]).toEqual(['8443', '/p', '']);
      }),
    );
  });

  it('of headers', () => {
    const rows = [
      { key: 'X-A', value: 'v<api.data>', enabled: true },
      { key: 'X-B', value: '1', enabled: true },
    ];
    fc.assert(
      fc.property(anyText, (value) => {
        let pairs: Array<[string, string]>;
        try {
          pairs = resolve('header-rows', rows, value) as Array<[string, string]>;
        } catch (error) {
          expect(error).toMatchObject({ code: 'HEADER_VALUE_INVALID' });
          return;
        }
        const headers = new Headers(pairs);
        expect([...headers.keys()]).toEqual(['x-a', 'x-b']);
      }),
    );
  });

  it('of a path parameter', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        let pairs: Array<[string, string]>;
        try {
          pairs = resolve('path-rows', [{ key: 'id', value: '<api.data>' }], value) as typeof pairs;
        } catch (error) {
          expect(error).toMatchObject({ name: 'ResolveError' });
          return;
        }
        const url = new URL(`https://u.example/a/${pairs[0]?.[1]}/b`);
        expect(url.pathname.split('/')).toHaveLength(4);
      }),
    );
  });

  it('of bound source code', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const bound = resolve('bindings', 'return <api.data> + {{KEY}}', value, { KEY: value });
        expect(bound).toEqual({ code: 'return $ref0 + $ref1', bindings: { $ref0: value, $ref1: value } });
      }),
    );
  });
});

describe('a JSON body that is one reference', () => {
  it('to text that is an object or a list is that text as it stands', () => {
    for (const text of ['{"id": 9007199254740993, "a": [1, 2 ]}', ' [1,2]', '{}'])
      expect(resolve('json', ' <api.data> ', text)).toBe(text);
  });

  it('to any other text is a JSON string', () => {
    for (const text of ['5', 'true', '"a"', '{broken', '[1', 'plain', ''])
      expect(JSON.parse(resolve('json', '<api.data>', text) as string)).toBe(text);
  });

  it('stays a string inside more JSON, or in quotes', () => {
    expect(JSON.parse(resolve('json', '{"a": <api.data>}', '{"b":1}') as string)).toEqual({ a: '{"b":1}' });
    expect(JSON.parse(resolve('json', '"<api.data>"', '{"b":1}') as string)).toBe('{"b":1}');
  });
});

describe('URLs', () => {
  it('that come whole from a value are read as if they had been typed', () => {
    const found = 'https://h.example/a file.txt?q=x y&r="<1>"';
    expect(new URL(resolve('url', '<api.data>', found) as string).href).toBe(new URL(found).href);
  });

  it.each([
    ['https://x.example/<api.data>', '..', 'URL_DOT_SEGMENT'],
    ['https://x.example/.<api.data>/y', '.', 'URL_DOT_SEGMENT'],
    ['https://x.example/%2e<api.data>', '.', 'URL_DOT_SEGMENT'],
    ['https://x.example/<api.data> ', '..', 'URL_DOT_SEGMENT'],
    [String.raw`https://x.example/\\<api.data>`, '..', 'URL_DOT_SEGMENT'],
    ['https://x.example/<api.data>', null, 'REF_EMPTY_IN_PATH'],
    ['https://x.example/<gone.data>', null, 'REF_EMPTY_IN_PATH'],
    ['https://x.example/<api.data>', 'a\nb', 'URL_INVALID'],
    ['https:///<api.data>', 'evil.example', 'URL_INVALID'],
    ['https:<api.data>/x', 'evil.example', 'URL_INVALID'],
    ['https://x.example<api.data>', '@evil.example', 'URL_INVALID'],
    ['https://x.example<api.data>', ':80', 'URL_INVALID'],
    ['<api.data>', 'ftp://x.example', 'URL_INVALID'],
    ['<api.data>', 'javascript:alert(1)', 'URL_INVALID'],
    ['<api.data>', '/relative', 'URL_INVALID'],
    ['<api.data>', ' https://x.example', 'URL_INVALID'],
    ['<api.data>', '', 'URL_INVALID'],
    ['', null, 'URL_INVALID'],
    ['   ', null, 'URL_INVALID'],
    ['x.example/a', null, 'URL_INVALID'],
    ['https://x.example/?q=<api.data:raw>', 'a b', 'URL_INVALID'],
  ])('%s with %j is refused', (template, data, code) => {
    expect(() => resolve('url', template, data)).toThrow(expect.objectContaining({ code }));
  });

  it.each([
    ['<api.data>/u/<api.data>', 'https://h.example', 'https://h.example/u/https%3A%2F%2Fh.example'],
    ['<api.data>&b=<api.data>', 'https://h.example/?a=1', null],
    ['https://x.example/?q=<api.data:raw>', 'a&b=%20', 'https://x.example/?q=a&b=%20'],
    ['https://x.example/?q=<api.data>', null, 'https://x.example/?q='],
    ['https://x.example/?q=<api.data>', { a: 1 }, 'https://x.example/?q=%7B%22a%22%3A1%7D'],
    ['https://x.example/v<api.data>/../y', 1, 'https://x.example/v1/../y'],
    ['  https://x.example/:id/{name}  ', null, 'https://x.example/:id/{name}'],
    ['https://x.example/<api.data>', '\ud800', 'https://x.example/%EF%BF%BD'],
  ])('%s with %j gives %s', (template, data, expected) => {
    const url = resolve('url', template, data);
    if (expected !== null) expect(url).toBe(expected);
    else expect(String(url).startsWith('https://h.example/?a=1&b=https%3A')).toBe(true);
  });
});

describe('rows', () => {
  const row = (key: string, value: string, enabled = true) => ({ key, value, enabled });

  it('keep order and duplicates, skip what is off or has no key', () => {
    const rows = [row('a', '1'), row('', 'x'), row('b', '2', false), row('a', '3')];
    expect(resolve('query-rows', rows)).toEqual([
      ['a', '1'],
      ['a', '3'],
    ]);
  });

  it('drop null, repeat lists and write objects as JSON', () => {
    const rows = [row('q', '<api.data>'), row('t', 'x<api.data>')];
    expect(resolve('query-rows', rows, [1, null, { a: 1 }])).toEqual([
      ['q', '1'],
      ['q', '{"a":1}'],
      ['t', 'x[1,null,{"a":1}]'],
    ]);
    expect(resolve('query-rows', rows, null)).toEqual([['t', 'x']]);
    expect(resolve('query-rows', rows, [])).toEqual([['t', 'x[]']]);
  });

  it('of headers drop what is missing, not what is empty', () => {
    const rows = [row('X-A', '<gone.x>'), row('X-B', 'a<gone.x>'), row('X-C', '')];
    expect(resolve('header-rows', rows)).toEqual([
      ['X-B', 'a'],
      ['X-C', ''],
    ]);
  });

  it('of path parameters need a value', () => {
    expect(() => resolve('path-rows', [row('id', '<gone.x>')])).toThrow(/"id" is empty/);
  });
});

describe('bodies', () => {
  it('of JSON that is blank are none', () => {
    expect(resolve('body', { kind: 'json', value: ' ' })).toEqual({ kind: 'none' });
  });

  it('never let a value into a GraphQL query', () => {
    const body = { kind: 'graphql', query: '{ a(id: "<api.data>") }', variables: '{"id": <api.data>}' };
    expect(resolve('body', body, '") }')).toEqual({
      kind: 'graphql',
      query: '{ a(id: "<api.data>") }',
      variables: '{"id": "\\") }"}',
    });
  });

  it('take a string as JSON when told to', () => {
    expect(resolve('json', '{"a": <api.data:raw>}', '[1]')).toBe('{"a": [1]}');
    expect(() => resolve('json', '{"a": <api.data:raw>}', '1, "b": ')).toThrow(/valid JSON/);
    expect(resolve('json', '{"a": "<api.data:json>"}', 'x')).toBe('{"a": "\\"x\\""}');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appendQuery } from '@/lib/core/blocks/append-query';
import { compileField, emptyScope } from '@/lib/core/blocks/compile-field';
import type { EditedRow } from './row-list';
import { joinQuery, readQueryRows, takeQueryRows } from './url-query';

const HOST = 'https://h.example/p';

function sent(url: string, rows: readonly EditedRow[], value: unknown = 'v'): string {
  const outputs = new Map([['x', { y: value }]]);
  const scope = { ...emptyScope(), outputs, variables: new Map([['KEY', 'k&1']]) };
  const isKnown = (slug: string) => slug === 'x';
  const base = compileField('url', url, isKnown).resolve(scope) as string;
  const pairs = compileField('query-rows', rows, isKnown).resolve(scope) as Array<[string, string]>;
  return new URL(appendQuery(base, pairs)).href;
}

const rowsOf = (url: string) => takeQueryRows(url).rows.map(({ key, value }) => [key, value]);

describe('a query typed into the URL', () => {
  test('moves into rows', () => {
    expect(takeQueryRows(`${HOST}?a=1&b=<x.y>#top`)).toEqual({
      url: `${HOST}#top`,
      rows: [
        { key: 'a', value: '1', enabled: true },
        { key: 'b', value: '<x.y>', enabled: true },
      ],
    });
    expect(rowsOf(`${HOST}?q=a%20b%26c&k={{KEY}}-<x.y ?? "&#?=">`)).toEqual([
      ['q', 'a b&c'],
      ['k', '{{KEY}}-<x.y ?? "&#?=">'],
    ]);
  });

  test('stays as far as rows would send other bytes', () => {
    for (const piece of ['flag', 'a=b+c', 'at=10:00', 'f=a,b', 'x=%2c', 'y=<x.y:raw>', '=1', 'z=%3Cx.y%3E'])
      expect(takeQueryRows(`${HOST}?${piece}`)).toEqual({ url: `${HOST}?${piece}`, rows: [] });
    expect(takeQueryRows(`${HOST}?a=1&flag&b=2`)).toMatchObject({
      url: `${HOST}?a=1&flag`,
      rows: [{ key: 'b', value: '2' }],
    });
  });

  test('of any spelling leads to the very same request', () => {
    const odd = fc.constantFrom(...'&=?%+ ;,:/\'"<>.{}\\é~');
    const plain = fc.constantFrom('a', 'b', '1', '%20', '<x.y>', '{{KEY}}', '-');
    const text = fc.string({
      unit: fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: odd }),
      maxLength: 4,
    });
    const pair = fc.tuple(text, text).map((both) => both.join('='));
    const queries = fc
      .array(fc.oneof({ weight: 3, arbitrary: pair }, { weight: 1, arbitrary: text }), { maxLength: 5 })
      .map((pieces) => pieces.join('&'));
    const rows = fc.array(fc.record({ key: text, value: text, enabled: fc.boolean() }), { maxLength: 3 });
    let moved = 0;
    fc.assert(
      fc.property(queries, rows, fc.oneof(fc.string(), fc.integer(), fc.boolean()), (query, more, value) => {
        const url = `${HOST}?${query}`;
        const taken = takeQueryRows(url);
        let before: string;
        try {
          before = sent(url, more, value);
        } catch {
          return; // A URL that can't be sent has no query to keep.
        }
        moved += taken.rows.length;
        expect(sent(taken.url, [...taken.rows, ...more], value)).toBe(before);
      }),
      { numRuns: 3_000 },
    );
    expect(moved).toBeGreaterThan(100);
  });
});

test('what stays can be moved on purpose, in the usual spelling', () => {
  expect(readQueryRows(`${HOST}?flag&a=b+c&t=<x.y:raw>#f`)).toEqual({
    url: `${HOST}#f`,
    rows: [
      { key: 'flag', value: '', enabled: true },
      { key: 'a', value: 'b c', enabled: true },
      { key: 't', value: '<x.y:raw>', enabled: true },
    ],
  });
  expect(readQueryRows(HOST)).toBeNull();
});

test('the whole address shows the rows that are sent', () => {
  const rows = [
    { key: 'a b', value: '<x.y>&', enabled: true },
    { key: 'off', value: '1', enabled: false },
    { key: '', value: '1', enabled: true },
  ];
  expect(joinQuery(`${HOST}#f`, rows)).toBe(`${HOST}?a%20b=<x.y>%26#f`);
  expect(joinQuery(`${HOST}?z`, rows)).toBe(`${HOST}?z&a%20b=<x.y>%26`);
  expect(joinQuery(HOST, [])).toBe(HOST);
});

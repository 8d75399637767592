import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBody } from './api/request/encode-body';
import { appendQuery } from './append-query';
import { writtenPair } from './written-pair';

test.each([
  ['tag[]', 'a b', 'tag%5B%5D=a+b'],
  ['tag[]', 'a b', 'tag[]=a%20b'],
  ['pretty', '', 'pretty'],
  ['a', 'b=c', 'a=b=c'],
])('%s=%s is sent as it was written, %s', (key, value, written) => {
  expect(appendQuery('https://x.test/', [[key, value, written]])).toBe(`https://x.test/?${written}`);
});

test.each([
  ['edited', 'a', 'b', 'a=c'],
  ['two pairs', 'a', 'b', 'a=b&c=d'],
  ['a fragment', 'a', 'b#c', 'a=b#c'],
  ['a line end', 'a', 'b\nc', 'a=b\nc'],
  ['no UTF-8', 'a', '%FF', 'a=%FF'],
])('%s: the row is spelled the usual way', (_, key, value, written) => {
  const usual = appendQuery('https://x.test/', [[key, value]]);
  expect(appendQuery('https://x.test/', [[key, value, written]])).toBe(usual);
});

test('a form does not begin with a question mark, which some servers drop', () => {
  const { content } = encodeBody({ kind: 'form', rows: [['?a', 'b', '?a=b']] });
  expect(String(content)).toBe('%3Fa=b');
});

describe('whatever a spelling holds', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  const messy = fc.string({
    unit: fc.constantFrom('a', '=', '&', '#', '%', '+', ' ', '%3D', '%26', '\n', '"'),
    maxLength: 8,
  });
  /** Half of the spellings are of the pair itself. */
  const pair = fc
    .tuple(
      fc.oneof(text, messy).filter((key) => key !== ''),
      fc.oneof(text, messy),
    )
    .chain(([key, value]) =>
      fc.tuple(
        fc.constant(key),
        fc.constant(value),
        fc.oneof(
          messy,
          fc.constant(`${key}=${value}`),
          fc.constant(new URLSearchParams([[key, value]]).toString()),
          fc.constant(encodeURI(`${key}=${value}`)),
        ),
      ),
    );

  test('a server reads the one pair of the row, in a URL and in a form', () => {
    let used = 0;
    fc.assert(
      fc.property(pair, ([key, value, written]) => {
        const { searchParams, hash } = new URL(
          appendQuery('https://x.test/p?own=1', [[key, value, written]]),
        );
        expect([...searchParams]).toEqual([
          ['own', '1'],
          [key, value],
        ]);
        expect(hash).toBe('');
        const { content } = encodeBody({
          kind: 'form',
          rows: [
            [key, value, written],
            ['last', '1'],
          ],
        });
        expect([...new URLSearchParams(String(content))]).toEqual([
          [key, value],
          ['last', '1'],
        ]);
        if (writtenPair([key, value, written], 'query') !== null) used += 1;
      }),
      { numRuns: 2_000 },
    );
    expect(used).toBeGreaterThan(200);
  });
});

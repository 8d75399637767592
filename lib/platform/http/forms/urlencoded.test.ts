import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countPairs, decodeFormText, rawPairs } from './urlencoded';

const read = (text: string): Array<[string, string]> =>
  [...rawPairs(Buffer.from(text))].map(([name, value]) => [decodeFormText(name), decodeFormText(value)]);

it('reads UTF-8 beside escapes, which URLSearchParams of Node 20 makes other letters of', () => {
  expect(read('ü=💸&a=ü%C3%BC+💸&b=%C3💸')).toEqual([
    ['ü', '💸'],
    ['a', 'üü 💸'],
    ['b', '\ufffd💸'],
  ]);
});

it('reads what URLSearchParams reads', () => {
  const piece = fc.constantFrom('&', '=', '+', '%', '%4', '%41', '%c3%bc', '%C3', '?', 'a', ' ', '%zz');
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (form) => {
      expect(read(form)).toEqual([...new URLSearchParams(form)]);
    }),
  );
});

it.each([
  ['', 0],
  ['a', 1],
  ['a&b=1&', 3],
  ['&&&&&&&&&&&&', 11],
])('counts the pairs of %j, and stops above the limit', (text, count) => {
  expect([countPairs(text, 10), countPairs(Buffer.from(text), 10)]).toEqual([count, count]);
});

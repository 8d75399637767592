import { expect, it } from 'vitest';
import { usualCostOf } from '../../../../platform/testing/cost-of';
import { nextLink } from './link-header';

it.each([
  ['<https://a.test/2>; rel="next"', 'https://a.test/2'],
  ['<https://a.test/1>; rel="prev", <https://a.test/3>; rel="next"', 'https://a.test/3'],
  ['<https://a.test/2>;rel=next', 'https://a.test/2'],
  ['<https://a.test/2?a=1,2;b=3>; rel="last NEXT"', 'https://a.test/2?a=1,2;b=3'],
  ['<https://a.test/1>; title="a, <b>; rel=\\"next\\""; rel=prev, < /2 >; REL = "next"', '/2'],
  ['<https://a.test/1>; rel=prev; rel=next', null],
  ['<https://a.test/1>; title="rel=next"', null],
  ['<https://a.test/1', null],
  ['https://a.test/1; rel=next', null],
  ['', null],
  [undefined, null],
  [['</1>; rel=prev', '</2>; rel=next'], '/2'],
])('of %j the next link is %j', (header, expected) => {
  expect(nextLink(header)).toBe(expected);
});

it('a hostile header of 16 KiB is read in no time', () => {
  for (const part of ['<', '<>', '<a>;', '<a>;rel="', '<a>;"\\', '<a>;rel=next x,', ',', '"']) {
    const header = part.repeat(Math.ceil((16 * 1024) / part.length));
    expect(
      usualCostOf(() => nextLink(header)),
      part,
    ).toBeLessThan(200);
  }
});

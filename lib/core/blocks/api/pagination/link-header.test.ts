import { expect, it } from 'vitest';
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

// The bound is ours, not that of a machine busy with other tests: the best of five counts.
it('a hostile header of 16 KiB is read in no time', { retry: 4 }, () => {
  for (const part of ['<', '<>', '<a>;', '<a>;rel="', '<a>;"\\', '<a>;rel=next x,', ',', '"']) {
    const startMs = performance.now();
    nextLink(part.repeat(Math.ceil((16 * 1024) / part.length)));
    expect(performance.now() - startMs, part).toBeLessThan(200);
  }
});

import { expect, it } from 'vitest';
import { appendQuery } from './append-query';

const H = 'https://h.example/p';

it.each<[string, Array<[string, string]>, string]>([
  [H, [], H],
  [H, [['a', '1']], `${H}?a=1`],
  [`${H}?x=1`, [['a', '1']], `${H}?x=1&a=1`],
  [`${H}?x=1#frag?y`, [['a', '1']], `${H}?x=1&a=1#frag?y`],
  [`${H}#frag`, [['a', '1']], `${H}?a=1#frag`],
  [`${H}?`, [['a', '1']], `${H}?a=1`],
  [`${H}?x=1&`, [['a', '1']], `${H}?x=1&a=1`],
  [
    H,
    [
      ['b', '2'],
      ['a', '1'],
      ['b', '3'],
    ],
    `${H}?b=2&a=1&b=3`,
  ], // order and duplicates
  [H, [['q', 'a b+c']], `${H}?q=a%20b%2Bc`],
  [H, [['a&b=c', '&=#?/%']], `${H}?a%26b%3Dc=%26%3D%23%3F%2F%25`],
  [H, [['empty', '']], `${H}?empty=`],
  [
    H,
    [
      ['', 'x'],
      ['a', '1'],
    ],
    `${H}?a=1`,
  ],
  [H, [['ü', '😀']], `${H}?%C3%BC=%F0%9F%98%80`],
  [H, [['half', 'a\ud83d']], `${H}?half=a%EF%BF%BD`],
  [`${H}?x=%20+y`, [['a', '1']], `${H}?x=%20+y&a=1`], // the URL's own query is kept as written
])('%s with %j is %s', (url, rows, expected) => {
  expect(appendQuery(url, rows)).toBe(expected);
});

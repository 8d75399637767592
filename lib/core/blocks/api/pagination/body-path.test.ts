import { expect, it } from 'vitest';
import { listsIn, valueAt } from './body-path';

const BODY = {
  data: [{ id: 1 }, { id: 2 }],
  '@odata.nextLink': 'there',
  'a.b': 'whole',
  a: { b: 'inner', 'odd key': 3 },
  paging: { next: null },
};

it.each([
  ['', BODY],
  ['data', BODY.data],
  ['data[-1].id', 2],
  [' data[0].id ', 1],
  ['@odata.nextLink', 'there'],
  ["['@odata.nextLink']", 'there'],
  ['a.b', 'whole'],
  ["a['odd key']", 3],
  ['paging.next', null],
  ['paging.other', undefined],
  ['data.id', undefined],
  ['__proto__', undefined],
  ['constructor.name', undefined],
  ['a..b', undefined],
  ['<start.x>', undefined],
])('the path %j leads to %j', (path, expected) => {
  expect(valueAt(BODY, path)).toEqual(expected);
});

it('a body that is a list is read by place', () => {
  expect(valueAt([{ id: 7 }], '[0].id')).toBe(7);
  expect(valueAt([{ id: 7 }], '')).toEqual([{ id: 7 }]);
  expect(valueAt('text', 'a')).toBeUndefined();
});

it('lists are named for who looks for them', () => {
  expect(listsIn({ a: 1, items: [], more: [1] })).toEqual(['items', 'more']);
  expect(listsIn([1])).toEqual([]);
});

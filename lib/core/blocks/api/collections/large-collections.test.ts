import { describe, expect, it, test } from 'vitest';
import { expectSteadyGrowth } from '../../../../platform/testing/growth';
import { parseHoppscotch, parseInsomnia, parsePostman } from './parse-collection';

const numbers = (size: number) => Array.from({ length: size }, (_, index) => index);
const REQUEST = { name: 'r', method: 'GET', url: 'http://a.test/', endpoint: 'http://a.test/' };
const rows = (size: number) =>
  numbers(size).map((index) => ({ key: `k${index}`, name: `k${index}`, value: 'v' }));
const exported = (resources: object[]) => JSON.stringify({ _type: 'export', resources });
const insomnia = (collection: object[]) =>
  JSON.stringify({ type: 'collection.insomnia.rest/5.0', collection });

test('groups of Insomnia with one id hold what is inside once', async () => {
  const group = { _id: 'g', parentId: 'g', _type: 'request_group' };
  const text = exported([
    { ...group, parentId: '' },
    group,
    group,
    { ...REQUEST, _id: 'r', parentId: 'g', _type: 'request' },
  ]);
  expect((await parseInsomnia(text)).requests).toHaveLength(1);
});

test('of headers with one name the last enabled one counts', async () => {
  const header = (value: string, disabled = false) => ({ name: 'X', value, disabled });
  const folder = {
    name: 'f',
    headers: [header('1'), header('2', true)],
    children: [{ ...REQUEST, headers: [header('3')] }],
  };
  const [request] = (await parseInsomnia(insomnia([folder]))).requests;
  expect(request?.headers.map(({ value, enabled }) => [value, enabled])).toEqual([
    ['2', false],
    ['3', true],
  ]);
});

describe('the work grows with the collection', () => {
  it.each([
    [
      'requests of one folder',
      parseInsomnia,
      (size: number) =>
        exported(numbers(size).map((id) => ({ ...REQUEST, _id: `${id}`, parentId: '', _type: 'request' }))),
      4_000,
    ],
    [
      'headers of a folder with many requests',
      parseInsomnia,
      (size: number) =>
        insomnia([{ name: 'f', headers: rows(size), children: numbers(size).map(() => REQUEST) }]),
      250,
    ],
    [
      'variables of a folder with many folders',
      parseInsomnia,
      (size: number) =>
        insomnia([
          {
            name: 'f',
            environment: Object.fromEntries(numbers(10 * size).map((index) => [`v${index}`, 'x'])),
            children: numbers(size).map(() => ({ name: 'g', environment: { a: 1 }, children: [REQUEST] })),
          },
        ]),
      500,
    ],
    [
      'headers of a Hoppscotch folder with many requests',
      parseHoppscotch,
      (size: number) =>
        JSON.stringify({ name: 'c', headers: rows(size), requests: numbers(size).map(() => REQUEST) }),
      250,
    ],
    [
      'variables of a Hoppscotch request with a long address',
      parseHoppscotch,
      (size: number) =>
        JSON.stringify({
          name: 'c',
          requests: [
            {
              ...REQUEST,
              endpoint: `http://a.test/${numbers(size)
                .map((index) => `<<v${index}>>`)
                .join('/')}`,
              requestVariables: numbers(size).map((index) => ({
                key: `v${index}`,
                value: 'x',
                active: true,
              })),
            },
          ],
        }),
      600,
    ],
    [
      'rows of a Postman authentication for many requests',
      parsePostman,
      (size: number) =>
        JSON.stringify({
          info: { name: 'c' },
          auth: { type: 'basic', basic: rows(size) },
          item: numbers(size).map(() => ({ name: 'r', request: REQUEST })),
        }),
      250,
    ],
  ])('%s', async (_, parse, textOf, size) => {
    await expectSteadyGrowth((count) => {
      const text = textOf(count);
      return () => parse(text);
    }, size);
  });
});

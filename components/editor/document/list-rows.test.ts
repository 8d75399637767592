import { expect, test } from 'vitest';
import { lineDocument } from './line-document.fixture';
import { listRows, rowWords } from './list-rows';

test('blocks are told in flow order, with what comes before and after them', () => {
  const document = lineDocument();
  const { a, b, c } = document.blocks;
  const each = { ...b!, id: 'd', type: 'loop', name: 'each', config: {} };
  const inner = { ...b!, id: 'e', name: 'inner', parentId: 'd' };
  document.blocks = { e: inner, c: c!, d: each, b: b!, a: a! };
  document.edges.push({ id: 'e3', source: 'b', sourceHandle: 'error', target: 'd', targetHandle: 'in' });
  const rows = listRows(document);
  expect(rows.map(({ name }) => name)).toEqual(['start', 'fetch user', 'answer', 'each', 'inner']);
  expect(rows.map(rowWords).slice(0, 2)).toEqual([
    'start, Start, then fetch user',
    `fetch user, API, after start, then answer, each on ${rows[1]!.next[1]!.port}`,
  ]);
  expect(rows[4]).toMatchObject({ depth: 1, inside: 'each' });
});

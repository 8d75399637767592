import { expect, test } from 'vitest';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { groupSpans, iterationRows } from './iteration-rows';

const span = (blockId: string, path: string, status: TraceSpan['status'] = 'success'): TraceSpan => {
  const cut = path.lastIndexOf('/');
  const [container = '', index] = path.slice(cut + 1).split(':');
  return {
    id: `${blockId}@${path}`,
    blockId,
    name: blockId,
    type: 'api',
    status,
    iteration: Number(index),
    parentId: cut < 0 ? container : `${container}@${path.slice(0, cut)}`,
    startTime: '2026-01-01T00:00:00.000Z',
    endTime: '2026-01-01T00:00:01.000Z',
    durationMs: 1_000,
    input: null,
    output: {},
    error: null,
    children: [],
  };
};
const none: ReadonlySet<string> = new Set();

test('a container’s iterations are shown when it is opened, in their order whatever finished first', () => {
  const groups = groupSpans([
    span('call', 'each:2'),
    span('call', 'each:0', 'error'),
    span('call', 'each:1'),
  ]);
  expect(iterationRows(groups, { open: none, failedOnly: false })).toMatchObject([
    { kind: 'container', blockId: 'each', iterations: 3, failed: 1 },
  ]);
  const rows = iterationRows(groups, { open: new Set(['each', 'each 0']), failedOnly: false });
  expect(rows.map((row) => (row.kind === 'iteration' ? row.index : row.kind))).toEqual([
    'container',
    0,
    'block',
    1,
    2,
  ]);
  const failed = iterationRows(groups, { open: new Set(['each']), failedOnly: true });
  expect(failed.map(({ key }) => key)).toEqual(['each', 'each 0']);
});

test('a container in another one stands in the iteration that it ran in', () => {
  const groups = groupSpans([
    span('call', 'each:0/inner:0'),
    span('call', 'each:0/inner:1'),
    span('inner', 'each:0'),
  ]);
  const open = new Set(['each', 'each 0', 'inner@each:0']);
  expect(iterationRows(groups, { open, failedOnly: false }).map(({ kind, depth }) => [kind, depth])).toEqual([
    ['container', 0],
    ['iteration', 1],
    ['container', 2],
    ['iteration', 3],
    ['iteration', 3],
  ]);
});

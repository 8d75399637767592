import { expect, test } from 'vitest';
import { refuseConnection } from './connection-rules';
import { lineDocument } from './line-document.fixture';

const between = (source: string, target: string, sourceHandle = 'out') => ({
  source,
  sourceHandle,
  target,
  targetHandle: 'in',
});

test('a new way forward is allowed', () => {
  expect(refuseConnection(lineDocument(), between('a', 'c'))).toBeNull();
  expect(refuseConnection(lineDocument(), between('b', 'c', 'error'))).toBeNull();
});

test('a circle is refused and named', () => {
  expect(refuseConnection(lineDocument(), between('b', 'b'))).toMatch(/itself/);
  const before = lineDocument();
  before.blocks.c = { ...before.blocks.b!, id: 'c', name: 'answer' };
  expect(refuseConnection(before, between('c', 'b'))).toBe(
    'This would create a cycle: answer → fetch user → answer.',
  );
});

test('nothing leads into the block that begins the run', () => {
  expect(refuseConnection(lineDocument(), between('b', 'a'))).toMatch(/“start” starts the run/);
});

test('the same connection twice is refused', () => {
  expect(refuseConnection(lineDocument(), between('a', 'b'))).toBe('These two are already connected.');
});

test('an output that is not there is refused', () => {
  expect(refuseConnection(lineDocument(), between('a', 'c', 'error'))).toMatch(/no such output/);
});

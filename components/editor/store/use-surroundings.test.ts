import { expect, test } from 'vitest';
import { renameBlock, setConfigField } from '../document/edit-blocks';
import { lineDocument } from '../document/line-document.fixture';
import { surroundingsOf } from './use-surroundings';

test('what a block’s fields see stays the same object while keys go into that block alone', () => {
  const select = surroundingsOf('b');
  const first = lineDocument();
  expect(select({ document: first })).toBe(first);
  const typed = setConfigField(first, 'b', 'url', 'https://x');
  expect(select({ document: typed })).toBe(first);
  expect(select({ document: setConfigField(typed, 'b', 'method', 'PUT') })).toBe(first);
});

test('anything else that changes is seen: another block, a name, a connection, a block that is gone', () => {
  const first = lineDocument();
  const { b: _, ...others } = first.blocks;
  for (const changed of [
    setConfigField(first, 'a', 'fields', []),
    renameBlock(first, 'b', 'other'),
    { ...first, edges: first.edges.slice(1) },
    { ...first, blocks: others },
  ]) {
    const select = surroundingsOf('b');
    select({ document: first });
    expect(select({ document: changed })).toBe(changed);
  }
});

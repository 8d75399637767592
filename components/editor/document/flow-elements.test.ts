import { expect, test } from 'vitest';
import { setConfigField, setEnabled } from './edit-blocks';
import { toEdges, toNodes, withSelection } from './flow-elements';
import { lineDocument } from './line-document.fixture';

test('an edit of a block’s config leaves the canvas’ nodes and edges as they are', () => {
  const document = lineDocument();
  const nodes = toNodes(document, []);
  const edges = toEdges(document, []);
  const edited = setEnabled(setConfigField(document, 'b', 'url', 'https://x'), new Set(['c']), false);
  expect(toNodes(edited, nodes)).toBe(nodes);
  expect(toEdges(edited, edges)).toBe(edges);
});

test('a moved block keeps its selection and measures, its neighbours their identity', () => {
  const document = lineDocument();
  const nodes = toNodes(document, []).map((node) => ({
    ...node,
    measured: { width: 9, height: 9 },
    selected: true,
  }));
  const moved = {
    ...document,
    blocks: { ...document.blocks, b: { ...document.blocks.b!, position: { x: 1, y: 2 } } },
  };
  const next = toNodes(moved, nodes);
  expect(next[1]).toMatchObject({ position: { x: 1, y: 2 }, selected: true, measured: { width: 9 } });
  expect(next[0]).toBe(nodes[0]);
});

test('screen readers hear the name and kind of a block and the ends of a connection', () => {
  expect(toNodes(lineDocument(), [])[1]?.ariaLabel).toBe('fetch user, api block');
  expect(toEdges(lineDocument(), [])[0]?.ariaLabel).toBe('Connection from start to fetch user');
});

test('selecting touches only what changes', () => {
  const nodes = toNodes(lineDocument(), []);
  const selected = withSelection(nodes, new Set(['b']));
  expect(selected.map((node) => Boolean(node.selected))).toEqual([false, true, false]);
  expect(selected[0]).toBe(nodes[0]);
  expect(withSelection(selected, new Set(['b']))).toBe(selected);
});

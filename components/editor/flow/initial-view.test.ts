import { expect, test } from 'vitest';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { layOut } from '../document/auto-layout';
import { NODE_WIDTH_PX } from '../document/block-size';
import { toEdges, toNodes } from '../document/flow-elements';
import { lineDocument } from '../document/line-document.fixture';
import { loopDocument } from '../document/loop-document.fixture';
import { GROUP_CARD } from './group-bounds';
import { initialView, leastZoomFor, viewportFor } from './initial-view';

const sightOf = (document: WorkflowDocument, collapsed: ReadonlySet<string> = new Set()) =>
  initialView({
    document,
    collapsed,
    nodes: toNodes(document, [], collapsed),
    edges: toEdges(document, [], undefined, collapsed),
  });

/** Returns a workflow of `count` blocks in rows of twenty. */
function rows(count: number): WorkflowDocument {
  const { blocks, edges, ...rest } = lineDocument();
  const ids = Array.from({ length: count }, (_, index) => `b${index}`);
  return {
    ...rest,
    blocks: Object.fromEntries(
      ids.map((id, index) => [
        id,
        {
          ...(index === 0 ? blocks.a! : blocks.b!),
          id,
          position: { x: (index % 20) * 328, y: Math.floor(index / 20) * 200 },
        },
      ]),
    ),
    edges: ids.slice(1).map((id, index) => ({ ...edges[0]!, id: `e${id}`, source: ids[index]!, target: id })),
  };
}

test('a note is not where a workflow begins, however far left it is', () => {
  const document = lineDocument();
  const note = { ...document.blocks.a!, id: 'n', type: 'note', name: 'note', position: { x: -900, y: 0 } };
  const noted = { ...document, blocks: { n: note, ...document.blocks } };
  expect(sightOf(noted).view?.start).toEqual(document.blocks.a!.position);
});

test('a workflow that can be read as a whole opens in the middle of the canvas, at full size at most', () => {
  const { view } = sightOf(lineDocument());
  expect(viewportFor(view!, { width: 2000, height: 1000 })).toEqual({
    x: 1000 - (656 + NODE_WIDTH_PX) / 2,
    y: 500 - view!.bounds.height / 2,
    zoom: 1,
  });
  expect(viewportFor(view!, { width: 656 + NODE_WIDTH_PX, height: 1000 }).zoom).toBeCloseTo(1 / 1.2);
});

test('a workflow that would be too small to read opens at the block that starts it', () => {
  const { view } = sightOf(rows(300));
  expect(viewportFor(view!, { width: 1200, height: 900 })).toEqual({ x: 48, y: 300, zoom: 0.8 });
  expect(viewportFor(view!, { width: 390, height: 900 })).toEqual({ x: 16, y: 300, zoom: 0.8 });
});

test('the view goes as far out as all blocks need on this screen, and no farther than is of use', () => {
  const inOneLine = { ...lineDocument(), blocks: { ...lineDocument().blocks } };
  inOneLine.blocks.c = { ...inOneLine.blocks.c!, position: { x: 256_000, y: 0 } };
  const least = leastZoomFor(inOneLine, { width: 390, height: 700 });
  expect(256_000 * 1.2 * least).toBeLessThan(390);
  expect(256_000 * 5 * least).toBeGreaterThan(390);
  expect(leastZoomFor(lineDocument(), { width: 1200, height: 900 })).toBe(0.1);
  expect(leastZoomFor({ ...lineDocument(), blocks: {} }, { width: 1200, height: 900 })).toBe(0.1);
  expect(leastZoomFor(lineDocument(), { width: 0, height: 0 })).toBeGreaterThan(0);
});

test('of a collapsed group its card is seen: all of it, and no more', () => {
  const document = lineDocument();
  document.blocks.c = { ...document.blocks.c!, position: { x: 9_000, y: 4_000 } };
  const groups = [{ id: 'g', title: 'Group', colour: 'blue' as const, blockIds: ['b', 'c'] }];
  const { view } = sightOf({ ...document, groups }, new Set(['g']));
  const { x, y } = document.blocks.b!.position;
  expect(view!.bounds).toEqual({ x: 0, y: 0, width: x + GROUP_CARD.width, height: y + GROUP_CARD.height });
  expect(sightOf({ ...document, groups }).view!.bounds.width).toBeGreaterThan(9_000);
});

test('where all is in a collapsed group the workflow opens at its card', () => {
  const document = lineDocument();
  for (const block of Object.values(document.blocks)) block.position.y += 300;
  const groups = [{ id: 'g', title: 'Group', colour: 'blue' as const, blockIds: ['a', 'b', 'c'] }];
  const { view } = sightOf({ ...document, groups }, new Set(['g']));
  expect(view).toEqual({ bounds: { x: 0, y: 300, ...GROUP_CARD }, start: { x: 0, y: 300 } });
});

test('without blocks there is no view', () => {
  expect(sightOf({ ...lineDocument(), blocks: {}, edges: [] }).view).toBeNull();
});

test('of a large workflow only what can be in sight is drawn first, with the connections between', () => {
  const { nodes, edges } = sightOf(rows(300));
  const drawn = new Set(nodes.map(({ id }) => id));
  expect(drawn.has('b0')).toBe(true);
  expect(drawn.has('b19')).toBe(false);
  expect(drawn.has('b299')).toBe(false);
  expect(nodes.length).toBeLessThan(100);
  expect(edges.length).toBeGreaterThan(0);
  expect(edges.every(({ source, target }) => drawn.has(source) && drawn.has(target))).toBe(true);
});

test('of a small workflow everything is drawn first, what lies in containers too', () => {
  const document = loopDocument();
  expect(sightOf(document).nodes).toHaveLength(Object.keys(document.blocks).length);
});

test('seven blocks in a row are seen at once on a laptop, readable', () => {
  const { blocks, edges, ...rest } = lineDocument();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const row = layOut({
    ...rest,
    blocks: Object.fromEntries(
      ids.map((id) => [id, { ...(id === 'a' ? blocks.a! : blocks.b!), id, name: id }]),
    ),
    edges: ids.slice(1).map((id, at) => ({ ...edges[0]!, id: `e${at}`, source: ids[at]!, target: id })),
  });
  // The canvas of a window of 1440 by 900 pixels.
  const size = { width: 1376, height: 852 };
  const { zoom, x } = viewportFor(sightOf(row).view!, size);
  expect(zoom).toBeGreaterThan(0.6);
  const right = x + (row.blocks.g!.position.x + NODE_WIDTH_PX) * zoom;
  expect([x + row.blocks.a!.position.x * zoom > 0, right < size.width]).toEqual([true, true]);
});

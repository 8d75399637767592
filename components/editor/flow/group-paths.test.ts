import type { InternalNode } from '@xyflow/react';
import { expect, test } from 'vitest';
import { crossingEdges } from '../document/collapsed-groups';
import { type BlockNode, toNodes } from '../document/flow-elements';
import { lineDocument } from '../document/line-document.fixture';
import { GROUP_CARD } from './group-bounds';
import { groupPaths } from './group-paths';

const COLLAPSED = new Set(['g']);

/** Returns Start and `count` blocks in a collapsed group, each connected to it. */
function manyInGroup(count: number) {
  const { blocks, edges, ...rest } = lineDocument();
  const ids = Array.from({ length: count }, (_, at) => `b${at}`);
  const inside = ids.map((id, at) => ({ ...blocks.b!, id, name: id, position: { x: 600, y: 200 * at } }));
  return {
    ...rest,
    blocks: { a: blocks.a!, ...Object.fromEntries(inside.map((block) => [block.id, block])) },
    edges: ids.map((target, at) => ({ ...edges[0]!, id: `e${at}`, target })),
    groups: [{ id: 'g', title: 'Group', colour: 'blue' as const, blockIds: ids }],
  };
}

/** A node lookup that counts its reads. */
class Looked extends Map<string, InternalNode<BlockNode>> {
  count = 0;

  constructor(nodes: readonly BlockNode[]) {
    super();
    for (const node of nodes) {
      const internals = { positionAbsolute: node.position, z: 0, userNode: node };
      this.set(node.id, { ...node, measured: {}, internals });
    }
  }

  override get(id: string) {
    this.count += 1;
    return super.get(id);
  }
}

function pathsOf(document: ReturnType<typeof manyInGroup>, hidden: readonly string[] = []) {
  const nodes = toNodes(document, [], COLLAPSED);
  const nodeLookup = new Looked(
    nodes.map((node) => (hidden.includes(node.id) ? { ...node, hidden: true } : node)),
  );
  const members = new Map(document.groups.map(({ id, blockIds }) => [id, blockIds]));
  return { paths: groupPaths({ nodeLookup }, crossingEdges(document, COLLAPSED), members), nodeLookup };
}

test('connections into a collapsed group end at the middle of its card’s side', () => {
  const { paths } = pathsOf(manyInGroup(2));
  expect(paths).toHaveLength(2);
  for (const path of paths) expect(path.endsWith(` 600,${GROUP_CARD.height / 2}`)).toBe(true);
  expect(pathsOf(manyInGroup(2), ['a']).paths).toEqual(['', '']);
});

test('ten times the blocks and connections are ten times as many blocks looked at, not a hundred', () => {
  const few = pathsOf(manyInGroup(10)).nodeLookup.count;
  const many = pathsOf(manyInGroup(100)).nodeLookup.count;
  expect(many).toBeLessThanOrEqual(10 * few);
});

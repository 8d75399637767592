import type { Edge as FlowEdge, Node as FlowNode } from '@xyflow/react';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { shapeOf } from './block-shape';
import { NODE_WIDTH_PX } from './block-size';

/**
 * What the canvas holds for a block: place and selection only; its content is read from the document by id.
 */
export type BlockNode = FlowNode<Record<string, never>, 'block'>;
export type BlockEdge = FlowEdge<Record<string, never>, 'block'>;

const NO_DATA: Record<string, never> = {};

/**
 * The document's blocks as canvas nodes. Nodes that did not change keep their identity, selection and
 * measures.
 */
export function toNodes(document: WorkflowDocument, previous: readonly BlockNode[]): BlockNode[] {
  const known = finder(previous);
  const nodes = Object.values(document.blocks).map((block, index): BlockNode => {
    const node = known(block.id, index);
    if (node !== undefined && shownBy.get(node) === block) return node;
    const shown = nodeOf(block, node);
    shownBy.set(shown, block);
    return shown;
  });
  return sameItems(nodes, previous) ? (previous as BlockNode[]) : nodes;
}

/** The block that a node shows. Blocks are never changed in place: the same one needs no second look. */
const shownBy = new WeakMap<BlockNode, Block>();

function nodeOf(block: Block, node: BlockNode | undefined): BlockNode {
  const label = `${block.name}, ${block.type} block`;
  const { handles, heightPx } = shapeOf(block);
  if (node === undefined)
    return {
      id: block.id,
      type: 'block',
      data: NO_DATA,
      position: block.position,
      ariaLabel: label,
      handles,
      measured: { width: NODE_WIDTH_PX, height: heightPx },
    };
  const stands = node.position.x === block.position.x && node.position.y === block.position.y;
  return stands && node.ariaLabel === label && node.handles === handles
    ? node
    : { ...node, position: block.position, ariaLabel: label, handles };
}

/** By id, and mostly at the same place as before. */
function finder<Item extends { id: string }>(items: readonly Item[]) {
  let byId: Map<string, Item> | undefined;
  return (id: string, index: number): Item | undefined => {
    const there = items[index];
    if (there?.id === id) return there;
    byId ??= new Map(items.map((item) => [item.id, item]));
    return byId.get(id);
  };
}

/** The same list when the connections are those of `before` and their ends have the names they had there. */
export function toEdges(
  document: WorkflowDocument,
  previous: readonly BlockEdge[],
  before?: WorkflowDocument,
): BlockEdge[] {
  if (before !== undefined && before.edges === document.edges && haveSameNames(before, document))
    return previous as BlockEdge[];
  const known = finder(previous);
  const edges = document.edges.map((edge, index): BlockEdge => {
    const flowEdge = known(edge.id, index);
    const { id, source, sourceHandle, target, targetHandle } = edge;
    const label = `Connection from ${document.blocks[source]?.name} to ${document.blocks[target]?.name}`;
    const stands =
      flowEdge?.source === source &&
      flowEdge.target === target &&
      flowEdge.sourceHandle === sourceHandle &&
      flowEdge.targetHandle === targetHandle &&
      flowEdge.ariaLabel === label;
    if (stands) return flowEdge;
    return {
      id,
      source,
      sourceHandle,
      target,
      targetHandle,
      type: 'block',
      ariaLabel: label,
      selected: flowEdge?.selected,
    };
  });
  return sameItems(edges, previous) ? (previous as BlockEdge[]) : edges;
}

export function selectedIds(items: ReadonlyArray<{ id: string; selected?: boolean }>): Set<string> {
  return new Set(items.filter((item) => item.selected).map((item) => item.id));
}

/** Only `ids` selected; items that stay as they are keep their identity. */
export function withSelection<Item extends { id: string; selected?: boolean }>(
  items: Item[],
  ids: ReadonlySet<string>,
): Item[] {
  let changed = false;
  const next = items.map((item) => {
    const selected = ids.has(item.id);
    if (Boolean(item.selected) === selected) return item;
    changed = true;
    return { ...item, selected };
  });
  return changed ? next : items;
}

function haveSameNames(before: WorkflowDocument, after: WorkflowDocument): boolean {
  for (const id of Object.keys(after.blocks))
    if (after.blocks[id] !== before.blocks[id] && after.blocks[id]?.name !== before.blocks[id]?.name)
      return false;
  return true;
}

function sameItems<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

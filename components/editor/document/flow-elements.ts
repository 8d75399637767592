import type { Edge as FlowEdge, Node as FlowNode } from '@xyflow/react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
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
  const known = new Map(previous.map((node) => [node.id, node]));
  const nodes = Object.values(document.blocks).map((block): BlockNode => {
    const node = known.get(block.id);
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
  });
  return sameItems(nodes, previous) ? (previous as BlockNode[]) : nodes;
}

export function toEdges(document: WorkflowDocument, previous: readonly BlockEdge[]): BlockEdge[] {
  const known = new Map(previous.map((edge) => [edge.id, edge]));
  const edges = document.edges.map((edge): BlockEdge => {
    const flowEdge = known.get(edge.id);
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

function sameItems<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

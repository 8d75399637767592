import type { Edge as FlowEdge, Node as FlowNode } from '@xyflow/react';
import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { shapeOf } from './block-shape';
import { hiddenByGroups } from './collapsed-groups';
import { flowOrder } from './flow-order';
import { frameSizes } from './frames';
import type { Size } from './geometry';

/**
 * A block's node on the canvas: position and selection only; its content is read from the document by id.
 */
export type BlockNode = FlowNode<Record<string, never>, 'block' | 'container'>;
export type BlockEdge = FlowEdge<Record<string, never>, 'block'>;

const NO_DATA: Record<string, never> = {};
const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the document's blocks as canvas nodes, each container before its members. Nodes that did not
 * change keep their identity, selection and measures. `collapsed`: containers drawn as one block, and
 * groups drawn as their title only.
 */
export function toNodes(
  document: WorkflowDocument,
  previous: readonly BlockNode[],
  collapsed: ReadonlySet<string> = NONE,
): BlockNode[] {
  const known = finder(previous);
  const sizes = frameSizes(document);
  const graph = graphOf(document);
  const grouped = hiddenByGroups(document, collapsed);
  // The order determines both stacking and the order of the keyboard's focus.
  const nodes = flowOrder(document).map((id, index): BlockNode => {
    const block = document.blocks[id]!;
    const node = known(block.id, index);
    const isHidden =
      grouped.has(id) ||
      (block.parentId !== undefined && containersAround(graph, block.id).some((id) => collapsed.has(id)));
    const frame = collapsed.has(block.id) ? undefined : sizes.get(block.id);
    const stands =
      node !== undefined &&
      shownBy.get(node) === block &&
      Boolean(node.hidden) === isHidden &&
      node.width === frame?.width &&
      node.height === frame?.height;
    if (stands) return node;
    const shown = nodeOf(document, block, { node, frame, isHidden });
    shownBy.set(shown, block);
    return shown;
  });
  return sameItems(nodes, previous) ? (previous as BlockNode[]) : nodes;
}

/** The block that a node shows. Blocks are never mutated, so the same object needs no comparison. */
const shownBy = new WeakMap<BlockNode, Block>();

interface Drawn {
  node: BlockNode | undefined;
  frame: Size | undefined;
  isHidden: boolean;
}

function nodeOf(document: WorkflowDocument, block: Block, { node, frame, isHidden }: Drawn): BlockNode {
  const parent = block.parentId === undefined ? undefined : document.blocks[block.parentId];
  const label = `${block.name}, ${block.type} block${parent === undefined ? '' : ` in ${parent.name}`}`;
  const { handles, widthPx, heightPx } = shapeOf(block, frame);
  const type = frame === undefined ? 'block' : 'container';
  const size = frame ?? { width: widthPx, height: heightPx };
  const stands =
    node !== undefined &&
    node.position.x === block.position.x &&
    node.position.y === block.position.y &&
    node.ariaLabel === label &&
    node.handles === handles &&
    node.type === type &&
    Boolean(node.hidden) === isHidden &&
    node.parentId === parent?.id;
  if (stands) return node;
  const keepsMeasures = frame === undefined && node?.type === 'block' && node.measured !== undefined;
  return {
    ...(node?.selected === undefined ? {} : { selected: node.selected }),
    id: block.id,
    type,
    data: NO_DATA,
    position: block.position,
    ariaLabel: label,
    handles,
    measured: keepsMeasures ? node.measured! : size,
    ...(frame === undefined ? {} : frame),
    ...(parent === undefined ? {} : { parentId: parent.id }),
    ...(isHidden ? { hidden: true } : {}),
  };
}

/** Updates frames that are being resized with the handles of their new size. */
export function withFrameHandles(
  nodes: BlockNode[],
  { document }: { document: WorkflowDocument },
): BlockNode[] {
  return nodes.map((node) => {
    const { width, height } = node;
    const block = node.type === 'container' ? document.blocks[node.id] : undefined;
    if (block === undefined || width === undefined || height === undefined) return node;
    const { handles } = shapeOf(block, { width, height });
    return handles === node.handles ? node : { ...node, handles };
  });
}

/** Returns a lookup by id that first tries the item's previous index. */
function finder<Item extends { id: string }>(items: readonly Item[]) {
  let byId: Map<string, Item> | undefined;
  return (id: string, index: number): Item | undefined => {
    const there = items[index];
    if (there?.id === id) return there;
    byId ??= new Map(items.map((item) => [item.id, item]));
    return byId.get(id);
  };
}

/** React Flow draws edges before all blocks; Tab goes from block to block, a key to a block's edges. */
const OUT_OF_TAB_ORDER = { tabIndex: -1 };

/** Returns the same list when the connections, and the names of their ends, equal those of `before`. */
export function toEdges(
  document: WorkflowDocument,
  previous: readonly BlockEdge[],
  before?: WorkflowDocument,
  collapsed: ReadonlySet<string> = NONE,
): BlockEdge[] {
  const isSame = before?.edges === document.edges && before.groups === document.groups;
  if (before !== undefined && isSame && haveSameNames(before, document)) return previous as BlockEdge[];
  const grouped = hiddenByGroups(document, collapsed);
  const known = finder(previous);
  const graph = graphOf(document);
  const edges = document.edges.map((edge, index): BlockEdge => {
    const flowEdge = known(edge.id, index);
    const { id, source, sourceHandle, target, targetHandle } = edge;
    const label = `Connection from ${document.blocks[source]?.name} to ${document.blocks[target]?.name}`;
    // Connections out of a collapsed group are drawn with the group.
    const isHidden =
      grouped.has(source) ||
      grouped.has(target) ||
      (collapsed.size > 0 && containersAround(graph, source).some((around) => collapsed.has(around)));
    const stands =
      flowEdge?.source === source &&
      Boolean(flowEdge.hidden) === isHidden &&
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
      domAttributes: OUT_OF_TAB_ORDER,
      selected: flowEdge?.selected,
      ...(isHidden ? { hidden: true } : {}),
    };
  });
  return sameItems(edges, previous) ? (previous as BlockEdge[]) : edges;
}

export function selectedIds(items: ReadonlyArray<{ id: string; selected?: boolean }>): Set<string> {
  return new Set(items.filter((item) => item.selected).map((item) => item.id));
}

/** Selects only `ids`; items that stay as they are keep their identity. */
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

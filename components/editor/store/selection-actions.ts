import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block } from '@/lib/core/workflow/schema';
import { definitionOf } from '../document/definition-of';
import { selectedIds, withSelection } from '../document/flow-elements';
import { placeOnCanvas } from '../document/frames';
import { type EditorState, type EditorStore, showCollapsed } from './editor-store';

export type Direction = 'left' | 'right' | 'up' | 'down';

const NONE: ReadonlySet<string> = new Set();

export function selectOnly(store: EditorStore, ids: Iterable<string>): void {
  const wanted = new Set(ids);
  store.setState(({ nodes, edges }) => ({
    nodes: withSelection(nodes, wanted),
    edges: withSelection(edges, NONE),
  }));
}

export function selectAll(store: EditorStore): void {
  selectOnly(
    store,
    store.getState().nodes.flatMap(({ id, hidden }) => (hidden ? [] : [id])),
  );
}

export function openBlock(store: EditorStore, blockId: string | null, panelTab: string | null = null): void {
  const { openBlockId, fresh } = store.getState();
  // Problems of an unfinished new block are shown from then on, also when its form is opened again.
  store.setState({ openBlockId: blockId, panelTab, fresh: blockId === openBlockId ? fresh : null });
}

/** Returns the open block, else the selected one; none if several are selected, and no notes. */
export function chosenBlock({ openBlockId, nodes, document }: EditorState): Block | undefined {
  const [only, ...more] = openBlockId === null ? selectedIds(nodes) : [openBlockId];
  const block = only === undefined || more.length > 0 ? undefined : document.blocks[only];
  return block !== undefined && definitionOf(block.type)?.note === undefined ? block : undefined;
}

/** Selects a block and opens its panel, for example from the list of problems. */
export function revealBlock(store: EditorStore, blockId: string, panelTab: string | null = null): void {
  expandAround(store, blockId);
  selectOnly(store, [blockId]);
  openBlock(store, blockId, panelTab);
}

/** Selects a block; its panel opens only if another block's is open. */
export function showBlock(store: EditorStore, blockId: string): void {
  expandAround(store, blockId);
  selectOnly(store, [blockId]);
  if (store.getState().openBlockId !== null) openBlock(store, blockId);
}

/** Expands the containers and groups that hide it. */
function expandAround(store: EditorStore, blockId: string): void {
  const { document, collapsed } = store.getState();
  const containers = containersAround(graphOf(document), blockId);
  const held = new Set([blockId, ...containers]);
  const groups = (document.groups ?? []).filter(({ blockIds }) => blockIds.some((id) => held.has(id)));
  const around = new Set([...containers, ...groups.map(({ id }) => id)]);
  const left = [...collapsed].filter((id) => !around.has(id));
  if (left.length < collapsed.size) showCollapsed(store, new Set(left));
}

/** Closes the innermost open item: panel, then selection. Returns true if there was one. */
export function stepOut(store: EditorStore): boolean {
  const { openBlockId, nodes, edges } = store.getState();
  if (openBlockId !== null) {
    openBlock(store, null);
    return true;
  }
  if (selectedIds(nodes).size + selectedIds(edges).size === 0) return false;
  selectOnly(store, []);
  return true;
}

/**
 * Returns the target of an arrow key: along a connection for left and right if there is one, else the
 * nearest block in that direction. Without a selection, the leftmost block. Null at the edge.
 */
export function neighbourOf(store: EditorStore, direction: Direction): string | null {
  const { document, nodes: all, edges } = store.getState();
  const nodes = all.flatMap(({ id, hidden }) =>
    hidden ? [] : [{ id, position: placeOnCanvas(document, id) }],
  );
  const [fromId] = selectedIds(all);
  const from = nodes.find((node) => node.id === fromId);
  if (from === undefined) return [...nodes].sort((a, b) => a.position.x - b.position.x)[0]?.id ?? null;
  const linked = new Set(
    direction === 'right'
      ? edges.filter((edge) => edge.source === from.id).map((edge) => edge.target)
      : direction === 'left'
        ? edges.filter((edge) => edge.target === from.id).map((edge) => edge.source)
        : [],
  );
  const nearest = (candidates: typeof nodes, cost: (dx: number, dy: number) => number) =>
    candidates
      .map((node) => ({
        id: node.id,
        cost: cost(node.position.x - from.position.x, node.position.y - from.position.y),
      }))
      .filter((candidate) => Number.isFinite(candidate.cost))
      .sort((a, b) => a.cost - b.cost)[0]?.id ?? null;
  const along = nearest(
    nodes.filter((node) => linked.has(node.id)),
    (dx, dy) => Math.hypot(dx, dy),
  );
  const others = nodes.filter((node) => node.id !== from.id);
  return along ?? nearest(others, (dx, dy) => costTowards(direction, dx, dy));
}

/** Returns the distance, with sideways deviation counted twice; infinite for the opposite direction. */
function costTowards(direction: Direction, dx: number, dy: number): number {
  const horizontal = direction === 'left' || direction === 'right';
  const ahead = direction === 'right' ? dx : direction === 'left' ? -dx : direction === 'down' ? dy : -dy;
  const aside = Math.abs(horizontal ? dy : dx);
  return ahead <= 0 || aside > 2 * ahead ? Number.POSITIVE_INFINITY : ahead + 2 * aside;
}

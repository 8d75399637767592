import type { ReactFlowState, Rect } from '@xyflow/react';
import type { BlockGroup, WorkflowDocument } from '@/lib/core/workflow/schema';
import { NODE_WIDTH_PX } from '../document/block-size';
import { cardGroups } from '../document/collapsed-groups';
import { placeOnCanvas } from '../document/frames';
import type { Bounds, Point } from '../document/geometry';

/** What a collapsed group is drawn as, in the place of its first block. */
export const GROUP_CARD = { width: NODE_WIDTH_PX, height: 76 };

const PADDING_PX = 20;
const TITLE_PX = 32;

/** The frame around a group's blocks, with room for its title above them. */
export const frameAround = ({ left, top, right, bottom }: Bounds): Bounds => ({
  left: left - PADDING_PX,
  top: top - PADDING_PX - TITLE_PX,
  right: right + PADDING_PX,
  bottom: bottom + PADDING_PX,
});

/** Around blocks as they stand just now, also while they are dragged; null where none of them is shown. */
export function boundsOf(
  { nodeLookup }: Pick<ReactFlowState, 'nodeLookup'>,
  ids: readonly string[],
  alsoHidden = false,
): Bounds | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const id of ids) {
    const node = nodeLookup.get(id);
    if (node === undefined || (node.hidden && !alsoHidden)) continue;
    const { x, y } = node.internals.positionAbsolute;
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + (node.measured.width ?? 0));
    bottom = Math.max(bottom, y + (node.measured.height ?? 0));
  }
  return left === Infinity ? null : { left, top, right, bottom };
}

/** Where a collapsed group is drawn: its upper left corner is that of its blocks. */
export function cardOf(
  state: Pick<ReactFlowState, 'nodeLookup'>,
  blockIds: readonly string[],
): Bounds | null {
  const bounds = boundsOf(state, blockIds, true);
  if (bounds === null) return null;
  const { left, top } = bounds;
  return { left, top, right: left + GROUP_CARD.width, bottom: top + GROUP_CARD.height };
}

/** The same of all that are drawn, where their blocks were put down. */
export function cardsIn(document: WorkflowDocument, collapsed: ReadonlySet<string>): Rect[] {
  return cardGroups(document, collapsed).map((group) => ({ ...cardCorner(document, group), ...GROUP_CARD }));
}

export function cardCorner(document: WorkflowDocument, { blockIds }: BlockGroup): Point {
  const places = blockIds.map((id) => placeOnCanvas(document, id));
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) };
}

/** Around all of these; null around nothing. */
export function rectAround(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const left = Math.min(...rects.map(({ x }) => x));
  const top = Math.min(...rects.map(({ y }) => y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - left;
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - top;
  return { x: left, y: top, width, height };
}

import type { ReactFlowState, Rect } from '@xyflow/react';
import type { BlockGroup, WorkflowDocument } from '@/lib/core/workflow/schema';
import { NODE_WIDTH_PX } from '../document/block-size';
import { cardGroups } from '../document/collapsed-groups';
import { placeOnCanvas } from '../document/frames';
import type { Bounds, Point } from '../document/geometry';

/** The size of a collapsed group's card, which is drawn at the place of its first block. */
export const GROUP_CARD = { width: NODE_WIDTH_PX, height: 76 };

const PADDING_PX = 20;
const TITLE_PX = 32;

/** Returns the frame around a group's blocks, with room for its title above them. */
export const frameAround = ({ left, top, right, bottom }: Bounds): Bounds => ({
  left: left - PADDING_PX,
  top: top - PADDING_PX - TITLE_PX,
  right: right + PADDING_PX,
  bottom: bottom + PADDING_PX,
});

/** Returns the bounds of blocks at their current places, also while dragged; null if none is shown. */
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

/** Returns the place of a collapsed group: its upper left corner is that of its blocks. */
export function cardOf(
  state: Pick<ReactFlowState, 'nodeLookup'>,
  blockIds: readonly string[],
): Bounds | null {
  const bounds = boundsOf(state, blockIds, true);
  if (bounds === null) return null;
  const { left, top } = bounds;
  return { left, top, right: left + GROUP_CARD.width, bottom: top + GROUP_CARD.height };
}

/** Returns the cards of all drawn groups, by the document's positions. */
export function cardsIn(document: WorkflowDocument, collapsed: ReadonlySet<string>): Rect[] {
  return cardGroups(document, collapsed).map((group) => ({ ...cardCorner(document, group), ...GROUP_CARD }));
}

export function cardCorner(document: WorkflowDocument, { blockIds }: BlockGroup): Point {
  const places = blockIds.map((id) => placeOnCanvas(document, id));
  return { x: Math.min(...places.map(({ x }) => x)), y: Math.min(...places.map(({ y }) => y)) };
}

/** Returns the rectangle around all of these; null if there are none. */
export function rectAround(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const left = Math.min(...rects.map(({ x }) => x));
  const top = Math.min(...rects.map(({ y }) => y));
  const width = Math.max(...rects.map((rect) => rect.x + rect.width)) - left;
  const height = Math.max(...rects.map((rect) => rect.y + rect.height)) - top;
  return { x: left, y: top, width, height };
}

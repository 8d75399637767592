import type { ReactFlowState } from '@xyflow/react';
import { NODE_WIDTH_PX } from '../document/block-size';
import type { Bounds } from './draw-shapes';

/** What a collapsed group is drawn as, in the place of its first block. */
export const GROUP_CARD = { width: NODE_WIDTH_PX, height: 76 };

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

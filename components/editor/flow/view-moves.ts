import { getViewportForBounds, type ReactFlowInstance } from '@xyflow/react';
import { NODE_HEIGHT_PX, NODE_WIDTH_PX } from '../document/block-size';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import type { Point } from '../document/geometry';
import { firstViewOf, LEAST_ZOOM, marginPx, PADDING, type ShownDocument } from './initial-view';
import { shiftInto } from './keep-sight';
import { LEAST_READABLE_ZOOM } from './zoom-detail';

export type Flow = ReactFlowInstance<BlockNode, BlockEdge>;

const MOST_ZOOM = 1;
const ZOOM_MS = 120;
const MOVE_MS = 180;

/** Disables the animation for users whose system asks for less motion. */
const within = (ms: number): { duration: number } => ({
  duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms,
});

/**
 * Fits all that is shown into view. React Flow would leave out the cards of collapsed groups, which it
 * doesn't know, and use the previous place of blocks that were just moved.
 */
export function showEverything(flow: Pick<Flow, 'setViewport'>, shown: ShownDocument): void {
  const canvas = canvasBounds();
  const whole = firstViewOf(shown)?.bounds;
  if (canvas === undefined || canvas.width === 0 || whole === undefined) return;
  const view = getViewportForBounds(whole, canvas.width, canvas.height, LEAST_ZOOM, MOST_ZOOM, PADDING);
  void flow.setViewport(view, within(MOVE_MS));
}

export const zoomIn = (flow: Pick<Flow, 'zoomIn'>) => flow.zoomIn(within(ZOOM_MS));
export const zoomOut = (flow: Pick<Flow, 'zoomOut'>) => flow.zoomOut(within(ZOOM_MS));
export const zoomToFullSize = (flow: Pick<Flow, 'zoomTo'>) => flow.zoomTo(1, within(ZOOM_MS));

function canvasBounds(): DOMRect | undefined {
  return document.querySelector('.workflow-canvas')?.getBoundingClientRect();
}

/** Returns the middle of the visible area, in the document's coordinates. */
export function centreOfView(flow: Pick<Flow, 'screenToFlowPosition'>): Point {
  const bounds = canvasBounds();
  if (bounds === undefined) return { x: 0, y: 0 };
  return flow.screenToFlowPosition({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });
}

/** Returns the shift that would show a block; null while it can't be computed. */
function distanceFromSight(flow: Flow, blockId: string): Point | null {
  const node = flow.getInternalNode(blockId);
  const bounds = canvasBounds();
  if (node === undefined || bounds === undefined) return null;
  const width = node.measured?.width ?? NODE_WIDTH_PX;
  const height = node.measured?.height ?? NODE_HEIGHT_PX;
  const margin = marginPx(bounds.width);
  const { x: left, y: top } = node.internals.positionAbsolute;
  const start = flow.flowToScreenPosition({ x: left, y: top });
  const end = flow.flowToScreenPosition({ x: left + width, y: top + height });
  return {
    x: shiftInto(start.x, end.x, bounds.left + margin, bounds.right - margin),
    y: shiftInto(start.y, end.y, bounds.top + margin, bounds.bottom - margin),
  };
}

/** Moves the view as little as needed to show a block; a visible one stays where it is. */
export function revealInViewport(flow: Flow, blockId: string): void {
  const distance = distanceFromSight(flow, blockId);
  if (distance === null || (distance.x === 0 && distance.y === 0)) return;
  const { x, y, zoom } = flow.getViewport();
  void flow.setViewport({ x: x + distance.x, y: y + distance.y, zoom }, within(MOVE_MS));
}

/**
 * Shows a new block. If it is outside the view, all blocks are fitted in, as long as they are readable then;
 * else the view moves to the new one.
 */
export function showAdded(flow: Flow, blockId: string, shownNow: () => ShownDocument): void {
  const show = () => {
    const distance = distanceFromSight(flow, blockId);
    const bounds = canvasBounds();
    if (bounds === undefined || (distance?.x === 0 && distance.y === 0)) return;
    const all = firstViewOf(shownNow())?.bounds;
    if (all === undefined) return;
    const padded = 1 + PADDING;
    const zoom = Math.min(bounds.width / (all.width * padded), bounds.height / (all.height * padded));
    if (zoom >= LEAST_READABLE_ZOOM) showEverything(flow, shownNow());
    else revealInViewport(flow, blockId);
  };
  // Waits until it is drawn, and its form has taken its space.
  requestAnimationFrame(() => requestAnimationFrame(show));
}

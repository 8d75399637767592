import { getNodesBounds, type ReactFlowInstance, type Viewport } from '@xyflow/react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { NODE_HEIGHT_PX, NODE_WIDTH_PX } from '../document/block-size';
import { definitionOf } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import type { Point } from '../document/geometry';

export type Flow = ReactFlowInstance<BlockNode, BlockEdge>;

/** Two thousand blocks in a few rows, or in one long line on a small screen. */
export const LEAST_ZOOM = 0.01;
export const FIRST_VIEW = { padding: 0.2, maxZoom: 1, minZoom: LEAST_ZOOM };
const ZOOM_MS = 120;
const MOVE_MS = 180;
const MARGIN_PX = 48;
const NARROW_MARGIN_PX = 16;
/** Below this, a block's text can't be read. */
const LEAST_READABLE_ZOOM = 0.5;
const BEGINNING_ZOOM = 0.8;
const NARROW_BELOW_PX = 640;

/** The view jumps for who asked their system for less motion. */
const within = (ms: number): { duration: number } => ({
  duration: window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms,
});

export const showEverything = (flow: Pick<Flow, 'fitView'>) =>
  flow.fitView({ ...FIRST_VIEW, ...within(MOVE_MS) });
export const zoomIn = (flow: Pick<Flow, 'zoomIn'>) => flow.zoomIn(within(ZOOM_MS));
export const zoomOut = (flow: Pick<Flow, 'zoomOut'>) => flow.zoomOut(within(ZOOM_MS));
export const zoomToFullSize = (flow: Pick<Flow, 'zoomTo'>) => flow.zoomTo(1, within(ZOOM_MS));

function canvasBounds(): DOMRect | undefined {
  return document.querySelector('.workflow-canvas')?.getBoundingClientRect();
}

/** The middle of what is in sight, in the document's coordinates. */
export function centreOfView(flow: Pick<Flow, 'screenToFlowPosition'>): Point {
  const bounds = canvasBounds();
  if (bounds === undefined) return { x: 0, y: 0 };
  return flow.screenToFlowPosition({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });
}

/** Moves the view just as far as it takes to see a block; one in sight stays where it is. */
export function bringIntoSight(flow: Flow, blockId: string): void {
  const node = flow.getInternalNode(blockId);
  const bounds = canvasBounds();
  if (node === undefined || bounds === undefined) return;
  const width = node.measured?.width ?? NODE_WIDTH_PX;
  const height = node.measured?.height ?? NODE_HEIGHT_PX;
  const marginPx = bounds.width < NARROW_BELOW_PX ? NARROW_MARGIN_PX : MARGIN_PX;
  const { x: left, y: top } = node.internals.positionAbsolute;
  const start = flow.flowToScreenPosition({ x: left, y: top });
  const end = flow.flowToScreenPosition({ x: left + width, y: top + height });
  const dx = shiftInto(start.x, end.x, bounds.left + marginPx, bounds.right - marginPx);
  const dy = shiftInto(start.y, end.y, bounds.top + marginPx, bounds.bottom - marginPx);
  if (dx === 0 && dy === 0) return;
  const { x, y, zoom } = flow.getViewport();
  void flow.setViewport({ x: x + dx, y: y + dy, zoom }, within(MOVE_MS));
}

/** How far a span has to move to lie within bounds; its start counts where it is too long for them. */
function shiftInto(start: number, end: number, least: number, most: number): number {
  if (start < least) return least - start;
  return end > most ? Math.max(most - end, least - start) : 0;
}

/** The bars around the canvas, about. */
const BARS_PX = 60;

/**
 * The view a workflow is opened with when the whole would be too small to read in this window: its beginning,
 * the block that starts it. Undefined when the whole may fit. Nothing has to be drawn to know it.
 */
export function viewOfBeginning(
  nodes: readonly BlockNode[],
  document: WorkflowDocument,
): Viewport | undefined {
  const window = { width: globalThis.innerWidth, height: globalThis.innerHeight - BARS_PX };
  const { width, height } = getNodesBounds(nodes.filter(({ parentId }) => parentId === undefined));
  const fits = Math.min(window.width / width, window.height / height) >= LEAST_READABLE_ZOOM;
  return fits ? undefined : beginningIn(window, document);
}

/**
 * Where a whole workflow would be too small to read, its beginning is shown instead: the block that starts
 * it.
 */
export function showBeginning(flow: Flow, document: WorkflowDocument): void {
  const bounds = canvasBounds();
  if (bounds === undefined || flow.getZoom() >= LEAST_READABLE_ZOOM) return;
  const view = beginningIn(bounds, document);
  if (view !== undefined) void flow.setViewport(view);
}

function beginningIn(
  bounds: { width: number; height: number },
  document: WorkflowDocument,
): Viewport | undefined {
  const blocks = Object.values(document.blocks).sort((a, b) => a.position.x - b.position.x);
  const first = blocks.find(({ type }) => definitionOf(type)?.hasInput === false) ?? blocks[0];
  if (first === undefined) return undefined;
  const marginPx = bounds.width < NARROW_BELOW_PX ? NARROW_MARGIN_PX : MARGIN_PX;
  return {
    x: marginPx - first.position.x * BEGINNING_ZOOM,
    y: bounds.height / 3 - first.position.y * BEGINNING_ZOOM,
    zoom: BEGINNING_ZOOM,
  };
}

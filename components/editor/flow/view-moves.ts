import type { ReactFlowInstance } from '@xyflow/react';
import { NODE_HEIGHT_PX, NODE_WIDTH_PX } from '../document/block-size';
import type { Point } from '../document/edit-blocks';
import type { BlockEdge, BlockNode } from './flow-elements';

export type Flow = ReactFlowInstance<BlockNode, BlockEdge>;

export const ZOOM_MS = 120;
export const FIT_VIEW = { padding: 0.2, maxZoom: 1, minZoom: 0.3, duration: 180 };
const MARGIN_PX = 48;

function canvasBounds(): DOMRect | undefined {
  return document.querySelector('.workflow-canvas')?.getBoundingClientRect();
}

/** The middle of what is in sight, in the document's coordinates. */
export function centreOfView(flow: Pick<Flow, 'screenToFlowPosition'>): Point {
  const bounds = canvasBounds();
  if (bounds === undefined) return { x: 0, y: 0 };
  return flow.screenToFlowPosition({ x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 });
}

/** Moves the view to a block that is out of sight; one in sight stays where it is. */
export function bringIntoSight(flow: Flow, blockId: string): void {
  const node = flow.getNode(blockId);
  const bounds = canvasBounds();
  if (node === undefined || bounds === undefined) return;
  const width = node.measured?.width ?? NODE_WIDTH_PX;
  const height = node.measured?.height ?? NODE_HEIGHT_PX;
  const topLeft = flow.flowToScreenPosition(node.position);
  const bottomRight = flow.flowToScreenPosition({ x: node.position.x + width, y: node.position.y + height });
  const inSight =
    topLeft.x >= bounds.left + MARGIN_PX &&
    topLeft.y >= bounds.top + MARGIN_PX &&
    bottomRight.x <= bounds.right - MARGIN_PX &&
    bottomRight.y <= bounds.bottom - MARGIN_PX;
  if (inSight) return;
  const centre = { x: node.position.x + width / 2, y: node.position.y + height / 2 };
  flow.setCenter(centre.x, centre.y, { zoom: flow.getZoom(), duration: FIT_VIEW.duration });
}

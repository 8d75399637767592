import type { IconDrawing } from '@/lib/core/blocks/block';
import { graphOf } from '@/lib/core/workflow/graph';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { COLUMN_PX, ROW_PX } from '../editor/document/block-size';
import { definitionOf, iconOf } from '../editor/document/definition-of';
import { isContainer, placeOnCanvas, withMembers } from '../editor/document/frames';
import type { Point, Size } from '../editor/document/geometry';

/** A block of a small drawing, in the drawing's units. */
export interface DrawnBlock extends Point, Size {
  id: string;
  icon: IconDrawing;
  isFrame: boolean;
}

export interface DrawnGraph extends Size {
  /** Containers precede their members. */
  blocks: DrawnBlock[];
  lines: Array<{ id: string; from: Point; to: Point }>;
}

/** The size of a drawn block; smaller distances than on the canvas keep the icons recognizable. */
const BOX: Size = { width: 40, height: 30 };
const STEP: Size = { width: 68, height: 46 };
const MARGIN = 6;
const LINE_Y = BOX.height / 2;

/** Returns the smallest size around the boxes at these corners; without members, that of the block. */
function sizeAround(corner: Point, corners: readonly Point[]): Size {
  const space = corners.length > 1 ? MARGIN : 0;
  return {
    width: Math.max(...corners.map(({ x }) => x - corner.x)) + BOX.width + space,
    height: Math.max(...corners.map(({ y }) => y - corner.y)) + BOX.height + space,
  };
}

/** Returns the drawing of a document, without notes and names. */
export function drawGraph(document: WorkflowDocument): DrawnGraph {
  const scale = ({ x, y }: Point): Point => ({
    x: (x / COLUMN_PX) * STEP.width,
    y: (y / ROW_PX) * STEP.height,
  });
  const shown = [...graphOf(document).blocks.values()].filter(({ type }) => !definitionOf(type)?.note);
  const placed = shown.map((block): DrawnBlock => {
    const { id, type } = block;
    const corner = scale(placeOnCanvas(document, id));
    const around = [...withMembers(document, [id])].map((member) => scale(placeOnCanvas(document, member)));
    return { id, icon: iconOf(type), isFrame: isContainer(block), ...corner, ...sizeAround(corner, around) };
  });
  const left = Math.min(...placed.map(({ x }) => x)) - MARGIN;
  const top = Math.min(...placed.map(({ y }) => y)) - MARGIN;
  const blocks = placed
    .map((block) => ({ ...block, x: block.x - left, y: block.y - top }))
    .toSorted((a, b) => Number(b.isFrame) - Number(a.isFrame));
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const lines = document.edges.flatMap(({ id, source, target }) => {
    const [from, to] = [byId.get(source), byId.get(target)];
    if (from === undefined || to === undefined) return [];
    return [{ id, from: { x: from.x + from.width, y: from.y + LINE_Y }, to: { x: to.x, y: to.y + LINE_Y } }];
  });
  return {
    blocks,
    lines,
    width: Math.max(...blocks.map(({ x, width }) => x + width)) + MARGIN,
    height: Math.max(...blocks.map(({ y, height }) => y + height)) + MARGIN,
  };
}

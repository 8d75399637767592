import { getNodesBounds, type Rect, type Viewport } from '@xyflow/react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { hiddenByGroups } from '../document/collapsed-groups';
import { startsRuns } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import type { Point, Size } from '../document/geometry';
import { cardCorner, cardsIn, rectAround } from './group-bounds';
import { LEAST_READABLE_ZOOM } from './zoom-detail';

/** Small enough that any workflow can be seen as a whole on any screen. */
export const LEAST_ZOOM = 0.0001;
/** The least zoom that users get for smaller workflows. */
const LEAST_USEFUL_ZOOM = 0.1;
/** The padding around a whole workflow, as a share of its size. */
export const PADDING = 0.2;
const BEGINNING_ZOOM = 0.8;
const NARROW_BELOW_PX = 640;
const MARGIN_PX = 48;
const NARROW_MARGIN_PX = 16;

/** Returns the margin at the edges of a canvas of this width. */
export const marginPx = (widthPx: number): number =>
  widthPx < NARROW_BELOW_PX ? NARROW_MARGIN_PX : MARGIN_PX;

/** The values that the first view depends on, besides the size of the canvas. */
export interface FirstView {
  /** The rectangle around all blocks, in the canvas's coordinates. */
  bounds: Rect;
  /** The corner of the block that the workflow starts with. */
  start: Point;
}

/** The part of the editor's store that the canvas shows. */
export interface ShownDocument {
  nodes: readonly BlockNode[];
  document: WorkflowDocument;
  collapsed: ReadonlySet<string>;
}

/** Returns null without blocks. A collapsed group counts as its card, not its blocks. */
export function firstViewOf({ nodes, document, collapsed }: ShownDocument): FirstView | null {
  const outer = nodes.filter(({ parentId }) => parentId === undefined);
  const byPlace = [...outer].sort((a, b) => a.position.x - b.position.x);
  const first = byPlace.find(({ id }) => startsRuns(document.blocks[id]?.type ?? '')) ?? byPlace[0];
  const shown = outer.filter(({ hidden }) => !hidden);
  const blocks = shown.length === 0 ? [] : [getNodesBounds(shown)];
  const bounds = rectAround([...blocks, ...cardsIn(document, collapsed)]);
  if (first === undefined || bounds === null) return null;
  const groupId = hiddenByGroups(document, collapsed).get(first.id);
  const group = document.groups?.find(({ id }) => id === groupId);
  return { bounds, start: group === undefined ? first.position : cardCorner(document, group) };
}

/** Returns the least zoom: all blocks are in sight, rounded in steps, with space around them. */
export function leastZoomFor(document: WorkflowDocument, { width, height }: Size): number {
  const outer = Object.values(document.blocks).filter(({ parentId }) => parentId === undefined);
  const spanOf = (axis: 'x' | 'y') => {
    const [least, most] = outer.reduce(
      ([low, high], { position }) => [Math.min(low, position[axis]), Math.max(high, position[axis])],
      [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    );
    return most - least + FRAME_ALLOWANCE_PX;
  };
  const fit = Math.min(width / spanOf('x'), height / spanOf('y'));
  const step = 2 ** Math.floor(Math.log2(fit) - 1);
  return Math.min(LEAST_USEFUL_ZOOM, Math.max(LEAST_ZOOM, step || LEAST_USEFUL_ZOOM));
}

/** The assumed extent of the last block beyond its corner. */
const FRAME_ALLOWANCE_PX = 2_000;

/** Shows all blocks if they are readable then, else the beginning of the workflow. */
export function viewportFor({ bounds, start }: FirstView, { width, height }: Size): Viewport {
  const padded = 1 + PADDING;
  const zoom = Math.min(1, width / (bounds.width * padded), height / (bounds.height * padded));
  if (zoom >= LEAST_READABLE_ZOOM)
    return {
      x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
      y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
      zoom,
    };
  return {
    x: marginPx(width) - start.x * BEGINNING_ZOOM,
    y: height / 3 - start.y * BEGINNING_ZOOM,
    zoom: BEGINNING_ZOOM,
  };
}

/**
 * Writes `viewportFor` as a style sheet: a server-rendered canvas shows its blocks at their final places
 * before any script knows its size. The tangent of an arc tangent divides a length by another, which CSS
 * can't do in every browser yet.
 */
export function styleOfFirstView({ bounds, start }: FirstView): string {
  const [width, height] = [bounds.width, bounds.height].map((px) => px * (1 + PADDING));
  const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
  const whole = `--zoom: min(1, tan(atan2(100cqw, ${width}px)), tan(atan2(100cqh, ${height}px)));
    transform: translate(calc(50cqw - ${x}px * var(--zoom)), calc(50cqh - ${y}px * var(--zoom)))
      scale(var(--zoom)) !important;`;
  const beginning = (margin: number) =>
    `transform: translate(${margin - start.x * BEGINNING_ZOOM}px,
        calc(100cqh / 3 - ${start.y * BEGINNING_ZOOM}px))
      scale(${BEGINNING_ZOOM}) !important;`;
  const readable = [width, height].map((px) => px! * LEAST_READABLE_ZOOM);
  return `
    .react-flow__viewport { ${beginning(NARROW_MARGIN_PX)} }
    @container workflow-canvas (width >= ${NARROW_BELOW_PX}px) {
      .react-flow__viewport { ${beginning(MARGIN_PX)} }
    }
    @container workflow-canvas (width >= ${readable[0]}px) and (height >= ${readable[1]}px) {
      .react-flow__viewport { ${whole} }
    }`;
}

/** From this number on only blocks in sight are drawn: each costs time on every change of the document. */
export const DRAWN_IN_PART_FROM_BLOCKS = 40;
/** The largest canvas that is filled before its true size is known. */
const LARGEST_CANVAS: Size = { width: 2000, height: 1200 };

interface FlowElements {
  nodes: BlockNode[];
  edges: BlockEdge[];
}

/** The elements to draw before the size is known: of a large workflow, those that may be in sight then. */
export interface InitialView extends FlowElements {
  view: FirstView | null;
}

export function initialView(state: FlowElements & Omit<ShownDocument, 'nodes'>): InitialView {
  const { nodes, edges } = state;
  const view = firstViewOf(state);
  if (view === null || nodes.length < DRAWN_IN_PART_FROM_BLOCKS) return { view, nodes, edges };
  const { x, y, zoom } = viewportFor(view, LARGEST_CANVAS);
  const isInSight = ({ position, measured }: BlockNode) =>
    (position.x + (measured?.width ?? 0)) * zoom + x >= 0 &&
    (position.y + (measured?.height ?? 0)) * zoom + y >= 0 &&
    position.x * zoom + x <= LARGEST_CANVAS.width &&
    position.y * zoom + y <= LARGEST_CANVAS.height;
  const drawn = new Set<string>();
  // A container comes before its members.
  for (const node of nodes)
    if (node.parentId === undefined ? isInSight(node) : drawn.has(node.parentId)) drawn.add(node.id);
  return {
    view,
    nodes: nodes.filter(({ id }) => drawn.has(id)),
    edges: edges.filter(({ source, target }) => drawn.has(source) && drawn.has(target)),
  };
}

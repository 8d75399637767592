import type { Rect, Viewport } from '@xyflow/react';
import type { Size } from '../document/geometry';
import { type FirstView, marginPx, viewportFor } from './initial-view';

/** Smaller changes, such as a panel's edge, a scroll bar or a nudged window, leave the view as it is. */
const MUCH = 0.2;

/** True if a canvas has become so much wider or narrower that its view must be adjusted. */
export const differsMuch = (before: Size, after: Size): boolean =>
  before.width > 0 &&
  after.width > 0 &&
  Math.abs(after.width - before.width) > MUCH * Math.max(before.width, after.width);

export interface ViewAt {
  size: Size;
  view: Viewport;
}

/** The current view of the canvas, and the one before the window got this width. */
export interface SavedViewport {
  seen: ViewAt;
  previous: ViewAt | null;
}

export interface Shown {
  /** The boxes of all blocks as drawn, in the canvas's coordinates. */
  boxes: readonly Rect[];
  first: FirstView | null;
  /** The block that the user is working on. */
  chosen?: Rect | undefined;
}

/**
 * Returns the view after the window's width has changed, for example of a phone that was turned. Turning it
 * back restores the previous view.
 */
export function followWindow({ seen, previous }: SavedViewport, size: Size, shown: Shown): SavedViewport {
  const isBack = previous !== null && !differsMuch(previous.size, size);
  return { seen: { size, view: isBack ? previous.view : viewAfter(seen, size, shown) }, previous: seen };
}

/**
 * If all blocks were in sight, they are again; else the middle stays the same, with at least one block
 * in sight.
 */
function viewAfter({ size: before, view }: ViewAt, after: Size, { boxes, first, chosen }: Shown): Viewport {
  const isWhole = first !== null && boxes.every((box) => isInSight(box, view, before));
  if (isWhole && chosen === undefined) return viewportFor(first, after);
  const centred = {
    x: view.x + (after.width - before.width) / 2,
    y: view.y + (after.height - before.height) / 2,
    zoom: view.zoom,
  };
  if (chosen !== undefined) return shiftedTo(chosen, centred, after);
  if (boxes.length === 0 || boxes.some((box) => isInSight(box, centred, after))) return centred;
  return shiftedTo(nearestOf(boxes, centred, after), centred, after);
}

const onScreen = ({ x, y, width, height }: Rect, view: Viewport): Rect => ({
  x: x * view.zoom + view.x,
  y: y * view.zoom + view.y,
  width: width * view.zoom,
  height: height * view.zoom,
});

/** True if the whole box is in sight. */
function isInSight(box: Rect, view: Viewport, { width, height }: Size): boolean {
  const { x, y, width: wide, height: high } = onScreen(box, view);
  return x >= 0 && y >= 0 && x + wide <= width && y + high <= height;
}

function nearestOf(boxes: readonly Rect[], view: Viewport, { width, height }: Size): Rect {
  const distance = (box: Rect) => {
    const { x, y, width: wide, height: high } = onScreen(box, view);
    return Math.hypot(x + wide / 2 - width / 2, y + high / 2 - height / 2);
  };
  return boxes.reduce((nearest, box) => (distance(box) < distance(nearest) ? box : nearest));
}

/** Moves the view as little as needed to show a box; its beginning, if it is larger than the canvas. */
function shiftedTo(box: Rect, view: Viewport, { width, height }: Size): Viewport {
  const { x, y, width: wide, height: high } = onScreen(box, view);
  const margin = marginPx(width);
  return {
    x: view.x + shiftInto(x, x + wide, margin, width - margin),
    y: view.y + shiftInto(y, y + high, margin, height - margin),
    zoom: view.zoom,
  };
}

/** Returns the shift that moves a span into bounds; its start counts if it is too long for them. */
export function shiftInto(start: number, end: number, least: number, most: number): number {
  if (start < least) return least - start;
  return end > most ? Math.max(most - end, least - start) : 0;
}

import type { Rect, Viewport } from '@xyflow/react';
import { z } from 'zod';
import { keepInStorage } from '../../ui/keep-in-storage';
import type { Point, Size } from '../document/geometry';

const keyOf = (workflowId: string) => `millrace:view:${workflowId}`;

/** The middle of the canvas, in the document's coordinates: windows of other sizes show the same place. */
const KeptView = z.object({ x: z.number(), y: z.number(), zoom: z.number().positive() });

/** Returns the view in which this browser left a workflow; null if it left none that shows anything. */
export function readView(
  storage: Pick<Storage, 'getItem'>,
  workflowId: string,
  { bounds, size }: { bounds: Rect; size: Size },
): Viewport | null {
  const text = storage.getItem(keyOf(workflowId));
  if (text === null) return null;
  const kept = KeptView.safeParse(parsed(text));
  if (!kept.success) return null;
  const { x, y, zoom } = kept.data;
  const half = { width: size.width / 2 / zoom, height: size.height / 2 / zoom };
  const isInSight =
    x + half.width > bounds.x &&
    x - half.width < bounds.x + bounds.width &&
    y + half.height > bounds.y &&
    y - half.height < bounds.y + bounds.height;
  return isInSight ? { x: size.width / 2 - x * zoom, y: size.height / 2 - y * zoom, zoom } : null;
}

/** Keeps the view of a workflow in this browser; the one that it has by itself needs no keeping. */
export function keepView(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  workflowId: string,
  { view, first, size }: { view: Viewport; first: Viewport | null; size: Size },
): void {
  const centre = middleOf(view, size);
  const isFirst = first !== null && isSameView(view, first);
  const text = isFirst ? null : JSON.stringify({ ...centre, zoom: view.zoom });
  keepInStorage(storage, keyOf(workflowId), text, 'the view of the canvas');
}

function middleOf({ x, y, zoom }: Viewport, { width, height }: Size): Point {
  return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
}

export const isSameView = (a: Viewport, b: Viewport): boolean =>
  Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // Invalid or truncated data: the workflow is shown as on the first visit.
  }
}

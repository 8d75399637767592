import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { moveBlocks } from './edit-blocks';
import { makeRoomForFrames, outermost, placeInside, sizeOfBlock } from './frames';
import type { Point, Size } from './geometry';

export const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];
export type Axis = 'horizontal' | 'vertical';

interface Box extends Point, Size {
  id: string;
}

/**
 * Returns the boxes to align: the outermost of these blocks if they are in one container; positions in
 * different containers can't be compared.
 */
function boxesOf(document: WorkflowDocument, ids: ReadonlySet<string>): Box[] {
  const outer = outermost(document, ids);
  const parents = new Set(outer.map((id) => document.blocks[id]?.parentId));
  if (parents.size > 1) return [];
  return outer.map((id) => ({ id, ...document.blocks[id]!.position, ...sizeOfBlock(document, id) }));
}

export const canAlign = (document: WorkflowDocument, ids: ReadonlySet<string>): boolean =>
  boxesOf(document, ids).length > 1;
export const canDistribute = (document: WorkflowDocument, ids: ReadonlySet<string>): boolean =>
  boxesOf(document, ids).length > 2;

/** Aligns blocks by an edge or the middle of the rectangle around them. */
export function align(document: WorkflowDocument, ids: ReadonlySet<string>, by: Alignment): WorkflowDocument {
  const boxes = boxesOf(document, ids);
  if (boxes.length < 2) return document;
  const left = Math.min(...boxes.map(({ x }) => x));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const top = Math.min(...boxes.map(({ y }) => y));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  const placed = (box: Box): Point => {
    const { x, y, width, height } = box;
    switch (by) {
      case 'left':
        return { x: left, y };
      case 'centre':
        return { x: (left + right - width) / 2, y };
      case 'right':
        return { x: right - width, y };
      case 'top':
        return { x, y: top };
      case 'middle':
        return { x, y: (top + bottom - height) / 2 };
      case 'bottom':
        return { x, y: bottom - height };
    }
  };
  return movedTo(document, new Map(boxes.map((box) => [box.id, placed(box)])));
}

/** Gives neighbours equal distances; the first and the last stay. */
export function distribute(
  document: WorkflowDocument,
  ids: ReadonlySet<string>,
  axis: Axis,
): WorkflowDocument {
  const boxes = boxesOf(document, ids);
  if (boxes.length < 3) return document;
  const [at, length] = axis === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const sorted = [...boxes].sort((a, b) => a[at] - b[at]);
  const first = sorted[0]!;
  const last = sorted.at(-1)!;
  const taken = sorted.reduce((sum, box) => sum + box[length], 0);
  const gap = (last[at] + last[length] - first[at] - taken) / (sorted.length - 1);
  let next = first[at];
  const places = new Map<string, Point>();
  for (const box of sorted) {
    places.set(box.id, { x: box.x, y: box.y, [at]: next });
    next += box[length] + gap;
  }
  return movedTo(document, places);
}

function movedTo(document: WorkflowDocument, places: ReadonlyMap<string, Point>): WorkflowDocument {
  const inside = new Map(
    Array.from(places, ([id, place]) => [
      id,
      document.blocks[id]?.parentId === undefined ? place : placeInside(place),
    ]),
  );
  return makeRoomForFrames(document, moveBlocks(document, inside));
}

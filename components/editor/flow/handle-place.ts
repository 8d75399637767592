import { HANDLE_PX } from '../document/block-size';
import type { Point } from '../document/geometry';

interface Placed {
  hidden?: boolean | undefined;
  handles?: ReadonlyArray<{ id?: string | null; x: number; y: number; width?: number; height?: number }>;
  internals: { positionAbsolute: Point };
}

/** Returns the middle of a handle on the canvas; null if its block isn't shown or has no such handle. */
export function placeOfHandle(node: Placed | undefined, handleId: string): Point | null {
  const handle = node?.handles?.find(({ id }) => id === handleId);
  if (node === undefined || node.hidden || handle === undefined) return null;
  const { x, y } = node.internals.positionAbsolute;
  const { width = HANDLE_PX, height = HANDLE_PX } = handle;
  return { x: x + handle.x + width / 2, y: y + handle.y + height / 2 };
}
